import { failed } from '#domain/failure.ts';
import { screening } from '../fixtures/bookingFixture.ts';
import { toastSentence } from '../../src/web/layout/toastSentence.ts';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { User } from '#contract/user.ts';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '../fixtures/messages.ts';
import { appMachine, type AppEvent } from '#machines/appMachine.ts';
import { provideEnvironment, type Environment } from '#machines/environment.ts';
import { followLocation, navigate, type NavigateEvent } from '#machines/navigation.ts';
import { sessionMachine, type Account } from '#machines/sessionMachine.ts';
import { locationAt } from '../../src/web/router/pages.ts';
import { controlledCall } from './controlledCall.ts';
import { commandCalls } from './commandCalls.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { ana, budi, ticketOf } from '../fixtures/people.ts';
import { confirmed } from '../fixtures/commands.ts';

const unreachable = new CallFailed({ code: 'unreachable' });

describe('section 2: the three personal pages are guarded', () => {
  test('one of them opens the sign-in dialog for a visitor who is signed out', async () => {
    const { app, authDialog, location } = await setUpVisitor();
    app.send(goneTo('/topup'));
    expect(location()).toBe('signedOut');
    expect(authDialog.getSnapshot().value).toEqual({ open: { signIn: 'editing' } });
  });

  test('a public page opens no sign-in dialog', async () => {
    const { app, authDialog, location } = await setUpVisitor();
    app.send(goneTo('/movies'));
    expect(location()).toBe('shown');
    expect(authDialog.getSnapshot().value).toBe('closed');
  });

  test('the sign-in dialog opens only after the restored session turns out to be signed out', async () => {
    const { app, authDialog, loadUser, visitor } = setUpApp();
    app.send(goneTo('/topup'));
    expect({ visitor: visitor(), dialog: authDialog.getSnapshot().value }).toEqual({
      visitor: 'starting',
      dialog: 'closed',
    });
    await loadUser.answer(undefined);
    expect({ visitor: visitor(), dialog: authDialog.getSnapshot().value }).toEqual({
      visitor: 'signedOut',
      dialog: { open: { signIn: 'editing' } },
    });
  });

  test('navigating from one personal page to another opens the sign-in dialog again', async () => {
    const { app, authDialog } = await setUpVisitor();
    app.send(goneTo('/topup'));
    authDialog.send({ type: 'auth.close' });
    app.send(goneTo('/withdraw'));
    expect(authDialog.getSnapshot().value).toEqual({ open: { signIn: 'editing' } });
  });

  test('a session that ends on a personal page opens the sign-in dialog and shows the reason', async () => {
    const { app, authDialog, session, texts, visitor } = await setUpUser();
    app.send(goneTo('/my-tickets'));
    session.send({ type: 'session.ended' });
    expect(visitor()).toBe('signedOut');
    expect(authDialog.getSnapshot().value).toEqual({ open: { signIn: 'editing' } });
    expect(texts()).toEqual(['Your session has ended. Please sign in again.']);
  });

  test.each(['/topup', '/my-tickets/t1'])(
    'LOG OUT navigates from %s to the home page without opening the sign-in dialog',
    async (pathname) => {
      const setup = await setUpUser();
      setup.app.send(goneTo(pathname));
      setup.session.send({ type: 'session.signOut' });
      expect({
        visitor: setup.visitor(),
        dialog: setup.authDialog.getSnapshot().value,
        navigations: setup.navigations,
      }).toEqual({ visitor: 'signedOut', dialog: 'closed', navigations: [navigate('/')] });
    },
  );
});

describe('the machine of a page', () => {
  const page = { machine: 'transactions', input: {} } as const;

  test('restarts when the history state changes at the same path, and keeps running for the same state or none', async () => {
    const { app } = await setUpVisitor(() => page);
    const machineAt = (search: string, state?: unknown) => {
      app.send(goneTo('/movies', search, state));
      return app.getSnapshot().children.page;
    };
    const first = machineAt('', { returnPath: '/movie/A' });
    expect(machineAt('?search=kid', { returnPath: '/movie/A' })).toBe(first);
    // A link to a section of the page carries no history state.
    expect(machineAt('?search=kid')).toBe(first);
    expect(machineAt('', { returnPath: '/movie/A' })).toBe(first);
    expect(machineAt('', { returnPath: '/movie/B' })).not.toBe(first);
  });

  describe('the seats of a film page that the visitor left', () => {
    const hall = { screening: { title: 'Metropolis', date: '05 Mar', time: '14.30' }, sold: [1] };
    const { screening, sold } = hall;
    const resumable = createMachine({
      invoke: { id: 'hall', src: createMachine({ context: { screening, report: { sold } }, tags: 'resumable' }) },
    });
    const visit = ({ app }: Awaited<ReturnType<typeof setUpVisitor>>, keys: readonly string[]) => {
      app.logic.implementations.actors['booking'] = resumable;
      for (const key of keys) {
        const location = locationAt({ pathname: `/movie/${key}`, search: '', key });
        app.send({ type: 'location.changed', location, isReturn: true });
      }
    };

    test('are passed to the page when the visitor returns to its history entry, for the last ten pages', async () => {
      const loadPage = vi.fn<Environment['loadPage']>(() => ({ machine: 'booking', input: {} }));
      const setup = await setUpVisitor(loadPage);
      const keys = Array.from({ length: 12 }, (_, index) => `key-${index}`);
      visit(setup, [...keys, 'key-2', 'key-1']);
      expect(loadPage.mock.calls.slice(-2).map(([, left]) => left)).toEqual([hall, undefined]);
    });

    test('are not passed to another page whose history entry has the same key', async () => {
      const loadPage = vi.fn<Environment['loadPage']>(() => ({ machine: 'booking', input: {} }));
      const { app } = await setUpVisitor(loadPage);
      app.logic.implementations.actors['booking'] = resumable;
      for (const path of ['/movie/A', '/movie/B', '/movie/A']) app.send(goneTo(path));
      expect(loadPage.mock.calls.map(([, left]) => left)).toEqual([undefined, undefined, hall]);
    });

    test('are dropped when a user signs in or out', async () => {
      const loadPage = vi.fn<Environment['loadPage']>(() => ({ machine: 'booking', input: {} }));
      const setup = await setUpVisitor(loadPage);
      visit(setup, ['a', 'b']);
      setup.app.send({ type: 'session.signedIn' });
      visit(setup, ['a', 'b']);
      setup.app.send({ type: 'session.signedOut' });
      visit(setup, ['a']);
      expect(loadPage.mock.calls.map(([, left]) => left)).toEqual([undefined, undefined, undefined, hall, undefined]);
    });
  });

  test.each([
    ['/movie/Metropolis', '/movie/Nosferatu'],
    ['/my-tickets/t1', '/my-tickets/t2'],
  ])('is replaced on navigation from %s to %s, although both have the same view', async (from, to) => {
    const { app } = await setUpUser(({ pathname }) => ({ ...page, input: { pathname } }));
    app.send(goneTo(from));
    const first = app.getSnapshot().children.page;
    app.send(goneTo(to));
    expect([first?.getSnapshot().status, app.getSnapshot().children.page === first]).toEqual(['stopped', false]);
    expect(app.getSnapshot().context.location).toMatchObject({ pathname: to });
  });

  test('waits for the code of the page, and does not start if the code arrives after the visitor left', async () => {
    const codes = [Promise.withResolvers<typeof page | undefined>(), Promise.withResolvers<typeof page | undefined>()];
    let calls = 0;
    const { app, location } = await setUpVisitor(() => codes[calls++]?.promise);
    app.send(goneTo('/movies'));
    expect(location()).toBe('loading');
    app.send(goneTo('/about'));
    codes[0]?.resolve(page);
    await codes[0]?.promise;
    expect([location(), app.getSnapshot().children.page]).toEqual(['loading', undefined]);
    codes[1]?.resolve(undefined);
    await codes[1]?.promise;
    expect([location(), app.getSnapshot().children.page]).toEqual(['shown', undefined]);
  });

  test('shows an error when its code fails to load, and Retry reloads the document', async () => {
    const { app, done, location } = await setUpVisitor(() => Promise.reject(unreachable));
    app.send(goneTo('/movies'));
    await Promise.allSettled([Promise.reject(unreachable)]);
    app.send(goneTo('/movies', '?search=kid'));
    expect([location(), app.getSnapshot().context.failure]).toEqual(['failed', failed('unreachable')]);
    app.send({ type: 'page.retry' });
    expect(done.at(-1)).toBe('reloaded the document');
  });

  test('shows an error when it fails, while the root keeps running', async () => {
    const { app, location } = await setUpVisitor(() => page);
    app.send(goneTo('/movies'));
    app.send({ type: 'xstate.error.actor.page', error: new TypeError('x is not a function') });
    expect([location(), app.getSnapshot().status, app.getSnapshot().context.failure]).toEqual([
      'failed',
      'active',
      failed('unexpected'),
    ]);
  });
});

describe('the location', () => {
  test('is sent to each listener once per change, starting with the current one, until it unsubscribes', async () => {
    const { app } = await setUpVisitor();
    const followed: string[] = [];
    const follow = () => followLocation(app.system, ({ pathname, search }) => followed.push(pathname + search));
    const endEarly = follow();
    app.send(goneTo('/movies'));
    app.send({ type: 'storage.refused' });
    app.send(goneTo('/movies', '?search=kid'));
    endEarly();
    const end = follow();
    app.send(goneTo('/about'));
    end();
    app.send(goneTo('/'));
    expect(followed).toEqual(['/movies', '/movies?search=kid', '/movies?search=kid', '/about']);
  });

  test('hides the link that could not be copied when the page changes, but not when the query string changes', async () => {
    const { app } = await setUpVisitor();
    const invite = app.getSnapshot().children.invite;
    app.send(goneTo('/my-tickets/t1'));
    invite?.send({ type: 'link.share', id: 't1', link: { kind: 'beside', screening, path: '/' } });
    await vi.waitFor(() => expect(invite?.getSnapshot().value).toBe('showingLink'));
    app.send(goneTo('/my-tickets/t1', '?beside=1,2'));
    expect(invite?.getSnapshot().value).toBe('showingLink');
    app.send(goneTo('/about'));
    expect(invite?.getSnapshot().value).toBe('idle');
  });
});

describe('a public page', () => {
  test('stays open on LOG OUT', async () => {
    const { app, navigations, session } = await setUpUser();
    app.send(goneTo('/movies'));
    session.send({ type: 'session.signOut' });
    expect(navigations).toEqual([]);
  });
});

describe('an unreachable server', () => {
  test('opens no sign-in dialog at a personal page, because the visitor may be signed in', async () => {
    const { app, authDialog, loadUser, location, visitor } = setUpApp();
    app.send(goneTo('/topup'));
    await loadUser.fail(unreachable);
    app.send(goneTo('/withdraw'));
    expect({ visitor: visitor(), location: location(), dialog: authDialog.getSnapshot().value }).toEqual({
      visitor: 'unreachable',
      location: 'unreachable',
      dialog: 'closed',
    });
  });

  test('does not hide a public page', async () => {
    const { app, loadUser, location, visitor } = setUpApp();
    app.send(goneTo('/movies'));
    await loadUser.fail(unreachable);
    expect([visitor(), location()]).toEqual(['unreachable', 'shown']);
  });
});

describe('a command belongs to the user who confirmed it', () => {
  const leaving: [string, (setup: Setup) => void][] = [
    ['LOG OUT', ({ session }) => session.send({ type: 'session.signOut' })],
    ['a session that the server ended', ({ session }) => session.send({ type: 'session.ended' })],
    ['another tab that signs in or out', ({ session }) => session.send({ type: 'token.changed' })],
    [
      'another user who signs in here',
      ({ session }) => session.send({ type: 'session.start', user: { ...budi, token: 'secret' } }),
    ],
  ];

  test.each(leaving)(
    '%s stops a running command, so that no request uses the token of another user',
    async (_, leave) => {
      const setup = await setUpUser();
      const { app, clock, texts, transfer } = setup;
      app.send({ type: 'command.start', confirmed: confirmed.withdrawal });
      await transfer.fail(unreachable);
      leave(setup);
      clock.increment(60_000);
      expect(transfer.inputs()).toHaveLength(1);
      expect(app.getSnapshot().context.commands.withdrawal?.getSnapshot().status).toBe('done');
      expect(texts()).toContain(messages.abandoned);
    },
  );

  test('a session that the server ends during the first call shows only the message about the session', async () => {
    const { app, session, texts, transfer } = await setUpUser();
    app.send({ type: 'command.start', confirmed: confirmed.withdrawal });
    session.send({ type: 'session.ended' });
    expect({ texts: texts(), isAwaited: transfer.isAwaited() }).toEqual({
      texts: [messages.sessionEnded],
      isAwaited: false,
    });
  });
});

describe('section 4: the double-submit guard', () => {
  test('the root runs one command of a kind at a time', async () => {
    const { app, transfer } = await setUpUser();
    for (const command of [confirmed.topUp, confirmed.topUp, confirmed.withdrawal]) {
      app.send({ type: 'command.start', confirmed: command });
    }
    expect(transfer.inputs().map(({ kind }) => kind)).toEqual(['topUp', 'withdrawal']);
  });
});

describe('full or blocked storage', () => {
  test('shows one message, even if the browser refuses several writes', () => {
    const { app, texts } = setUpApp();
    app.send({ type: 'storage.refused' });
    app.send({ type: 'storage.refused' });
    expect(texts()).toEqual([messages.storageRefused]);
  });
});

describe('section 4: session', () => {
  test('signing in in another tab closes the open sign-in dialog', async () => {
    const { authDialog, loadUser, session } = await setUpVisitor();
    authDialog.send({ type: 'auth.open' });
    session.send({ type: 'token.changed' });
    await loadUser.answer(ana);
    expect(authDialog.getSnapshot().value).toBe('closed');
  });
});

describe('navigation', () => {
  test('closes the drawer or the user menu, also when the page stays the same', async () => {
    const { app, shell } = await setUpUser();
    for (const [type, pathname] of [
      ['drawer.open', '/movies'],
      ['drawer.open', '/movies'],
      ['userMenu.open', '/movies'],
      ['userMenu.open', '/topup'],
    ] as const) {
      shell.send({ type });
      app.send(goneTo(pathname));
      expect(shell.getSnapshot().value).toEqual({
        drawer: 'closed',
        userMenu: 'closed',
        topBar: 'top',
        command: 'none',
      });
    }
  });

  test('a new page scrolls to the top, gets the focus and sets the title; going back keeps the scroll position, and a query change does neither', () => {
    const { app, done, shell } = setUpApp();
    app.send(goneTo('/'));
    app.send(goneTo('/movies'));
    app.send(goneTo('/movies', '?search=kid'));
    expect({ done, title: shell.getSnapshot().context.page?.pathname }).toEqual({
      done: ['scrolled to the top', 'focused the content'],
      title: '/movies',
    });
    app.send({ ...goneTo('/'), isReturn: true });
    expect({ done: done.slice(2), title: shell.getSnapshot().context.page?.pathname }).toEqual({
      done: ['focused the content'],
      title: '/',
    });
  });

  test.each(['session.signOut', 'session.ended'] as const)('%s closes the user menu', async (type) => {
    const { session, shell } = await setUpUser();
    shell.send({ type: 'userMenu.open' });
    session.send({ type });
    expect(shell.getSnapshot().value).toEqual({ drawer: 'closed', userMenu: 'closed', topBar: 'top', command: 'none' });
  });
});

/** A browser that neither shares nor copies a link. */
const refuseLink = () => Promise.resolve({ outcome: 'refused' } as const);

type Setup = Awaited<ReturnType<typeof setUpUser>>;

function setUpApp(loadPage: Environment['loadPage'] = () => undefined) {
  const clock = new SimulatedClock();
  const done: string[] = [];
  const navigations: NavigateEvent[] = [];
  const loadUser = controlledCall<User | undefined, { loading: boolean }>();
  const loadAccount = controlledCall<Account, { isUserKnown: boolean; loading: boolean }>();
  const { command, transfer } = commandCalls();
  const session = sessionMachine.provide({ actors: { loadUser: loadUser.actor, loadAccount: loadAccount.actor } });
  const app = createActor(
    appMachine.provide({
      actors: { session, command },
      actions: {
        scrollToTop: () => done.push('scrolled to the top'),
        focusContent: () => done.push('focused the content'),
        reloadDocument: () => done.push('reloaded the document'),
      },
    }),
    { clock, systemId: 'app' },
  );
  app.on('navigate', (event) => navigations.push(event));
  const { authDialog, session: sessionActor, shell, toasts } = app.getSnapshot().children;
  if (!sessionActor || !authDialog || !shell || !toasts) throw new Error('A child of the root is missing');
  const { device, ...environment } = testEnvironment({ loadPage });
  provideEnvironment(app, { ...environment, device: { ...device, shareLink: refuseLink } });
  app.start();
  return {
    app,
    loadAccount,
    loadUser,
    authDialog,
    clock,
    done,
    navigations,
    session: sessionActor,
    shell,
    transfer,
    location: () => app.getSnapshot().value.location,
    texts: () => toasts.getSnapshot().context.toasts.map(({ content }) => toastSentence(content)),
    visitor: () => app.getSnapshot().value.visitor,
  };
}

async function setUpVisitor(loadPage?: Environment['loadPage']) {
  const setup = setUpApp(loadPage);
  await setup.loadUser.answer(undefined);
  return setup;
}

async function setUpUser(loadPage?: Environment['loadPage']) {
  const setup = setUpApp(loadPage);
  await setup.loadUser.answer(ana);
  await setup.loadAccount.answer({ user: undefined, tickets: [ticketOf('t1')] });
  return setup;
}

/** The router's event for a navigation that is not a return. */
function goneTo(pathname: string, search = '', state?: unknown): Extract<AppEvent, { type: 'location.changed' }> {
  return { type: 'location.changed', location: locationAt({ pathname, search, state }), isReturn: false };
}
