import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed, failed, type Failure } from '#domain/failure.ts';
import { sessionMachine, type Account } from '#machines/sessionMachine.ts';
import type { SessionFact } from '#machines/events.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { User } from '#contract/user.ts';
import { controlledCall } from './controlledCall.ts';
import { idleCallback } from './idleCallback.ts';
import { controlledOnline } from './controlledOnline.ts';
import { openSystem } from './openSystem.ts';
import { ana, budi, ticketOf } from '../fixtures/people.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const unauthenticated = new CallFailed({ code: 'unauthenticated' });
const restoring: SessionFact = { type: 'session.restoring' };
const signedIn: SessionFact = { type: 'session.signedIn' };
const left: SessionFact = { type: 'session.left' };
const signedOut: SessionFact = { type: 'session.signedOut' };
const current = { signedIn: { ready: 'current' } };
const refreshing = { signedIn: { ready: 'refreshing' } };
const empty = contextOf({ user: undefined });

describe('section 4: app load', () => {
  test('a valid token restores the user and fetches the tickets', async () => {
    const { context, sent, loadAccount, loadUser, state } = setUpSession();
    expect(state()).toBe('restoring');
    await loadUser.answer(ana);
    expect(state()).toEqual({ signedIn: 'loadingTickets' });
    expect(sent).toEqual([restoring, signedIn]);
    await loadAccount.answer({ user: undefined, tickets: [ticketOf('t1')] });
    expect(state()).toEqual(current);
    expect(context()).toEqual(contextOf({ user: ana, tickets: [ticketOf('t1')] }));
  });

  test.each([
    ['the token has expired', unauthenticated],
    ['the server fails', new CallFailed({ code: 'internal' })],
    ['an unexpected error occurs', new TypeError('oh')],
  ])('when %s the visitor is signed out without a message', async (_, failure) => {
    const { context, sent, log, loadUser, state } = setUpSession();
    await loadUser.fail(failure);
    expect(state()).toEqual({ signedOut: 'idle' });
    expect(context()).toEqual(empty);
    expect(sent).toEqual([restoring, signedOut]);
    expect(log).toEqual(['remove token']);
  });
});

describe('an unreachable server while restoring the session', () => {
  test.each([
    ['the server no longer knows the token', unauthenticated],
    ['the server fails', new CallFailed({ code: 'internal' })],
  ])('signs the visitor out when %s at a retry', async (_, failure) => {
    const { clock, loadUser, state } = setUpSession();
    await loadUser.fail(unreachable);
    clock.increment(1000);
    expect(state()).toEqual({ unreachable: 'retrying' });
    await loadUser.fail(failure);
    expect(state()).toEqual({ signedOut: 'idle' });
  });

  test('is retried after 1, 2, 5 and 15 s, and then every 15 s without limit, and keeps the token', async () => {
    const { clock, sent, log, loadUser } = setUpSession();
    await loadUser.fail(unreachable);
    for (const [attempts, delay] of [1000, 2000, 5000, ...Array.from({ length: 20 }, () => 15_000)].entries()) {
      clock.increment(delay - 1);
      expect(loadUser.inputs()).toHaveLength(attempts + 1);
      clock.increment(1);
      expect(loadUser.inputs()).toHaveLength(attempts + 2);
      await loadUser.fail(unreachable);
    }
    expect(log).toEqual([]);
    expect(sent).toEqual([restoring, { type: 'session.unreachable' }]);
    expect(loadUser.inputs().filter(({ loading }) => loading)).toHaveLength(1);
  });

  test.each(['browser.online', 'session.retry'] as const)('is retried at once on %s, but only once', async (type) => {
    const { actor, online, loadUser } = setUpSession();
    await loadUser.fail(unreachable);
    for (const _ of [1, 2]) {
      if (type === 'browser.online') online.goOnline();
      else actor.send({ type });
    }
    expect(loadUser.inputs()).toEqual([{ loading: true }, { loading: false }]);
  });
});

describe('section 4: signing in and out', () => {
  test('signing in stores the token, keeps it out of memory and fetches the tickets', async () => {
    const { actor, context, sent, log, loadUser, state } = setUpSession();
    await loadUser.answer(undefined);
    actor.send({ type: 'session.start', user: { ...ana, token: 'secret' } });
    expect(state()).toEqual({ signedIn: 'loadingTickets' });
    expect(context()).toEqual(contextOf({ user: ana }));
    expect(log).toEqual(['remove token', 'store secret']);
    expect(sent).toEqual([restoring, signedOut, signedIn]);
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('secret');
  });

  test('LOG OUT revokes and removes the token, and clears the tickets and the user', async () => {
    const { actor, context, sent, log, revokeToken, state } = await setUpSignedIn();
    actor.send({ type: 'session.signOut' });
    expect({ state: state(), context: context() }).toEqual({ state: { signedOut: 'revoking' }, context: empty });
    expect(sent).toEqual([restoring, signedIn, left, signedOut]);
    await revokeToken.fail(unreachable);
    expect({ state: state(), log }).toEqual({ state: { signedOut: 'idle' }, log: ['remove token'] });
  });
});

describe('section 3: ticket list and balance', () => {
  test('a cancelled ticket is removed by its id and refunded', async () => {
    const { actor, context } = await setUpSignedIn([ticketOf('t2'), ticketOf('t1')]);
    actor.send({ type: 'tickets.cancelled', ticket: ticketOf('t2', [5]) });
    expect(context()).toEqual(contextOf({ user: { ...ana, balance: 535_000 }, tickets: [ticketOf('t1')] }));
  });

  test.each([
    ['booked', { type: 'tickets.booked', ticket: ticketOf('t2') } as const, [ticketOf('t2')]],
    ['cancelled', { type: 'tickets.cancelled', ticket: ticketOf('t2') } as const, []],
  ])('a ticket that is %s while the list loads makes the user and the list load again', async (_, event, shown) => {
    const { actor, context, loadAccount, loadUser, state } = setUpSession();
    await loadUser.answer(ana);
    const stale = loadAccount.answer({ user: undefined, tickets: [ticketOf('t1')] });
    actor.send(event);
    await stale;
    expect({ state: state(), tickets: context().tickets }).toEqual({
      state: { signedIn: 'reloading' },
      tickets: shown,
    });
    await loadAccount.answer({ user: ana, tickets: [ticketOf('t2'), ticketOf('t1')] });
    expect({ state: state(), context: context() }).toEqual({
      state: current,
      context: contextOf({ user: ana, tickets: [ticketOf('t2'), ticketOf('t1')] }),
    });
  });
});

describe('reloading the account', () => {
  test.each(['tab.shown', 'account.changed'] as const)(
    'on %s updates the user and the tickets without a message',
    async (type) => {
      const { actor, loadAccount, context, sent, saved, log, state } = await setUpSignedIn([ticketOf('t1')]);
      sent.length = 0;
      actor.send({ type });
      expect({ state: state(), context: context() }).toEqual({
        state: refreshing,
        context: contextOf({ user: ana, tickets: [ticketOf('t1')] }),
      });
      await loadAccount.answer({ user: { ...ana, balance: 1 }, tickets: [ticketOf('t2')] });
      expect({ state: state(), context: context(), sent, log, saved: saved.at(-1) }).toEqual({
        state: current,
        context: contextOf({ user: { ...ana, balance: 1 }, tickets: [ticketOf('t2')] }),
        sent: [],
        log: [],
        saved: 'as in t2',
      });
    },
  );

  test.each(['tab.shown', 'account.changed'] as const)(
    'on %s with a failed request changes nothing and shows no message',
    async (type) => {
      const { actor, loadAccount, context, sent, state } = await setUpSignedIn([ticketOf('t1')]);
      sent.length = 0;
      actor.send({ type });
      await loadAccount.fail(unreachable);
      expect({ state: state(), context: context(), sent }).toEqual({
        state: current,
        context: contextOf({ user: ana, tickets: [ticketOf('t1')] }),
        sent: [],
      });
    },
  );

  test('a change during a request makes it load once more, and the outdated response is ignored', async () => {
    const { actor, loadAccount, context } = await setUpSignedIn();
    actor.send({ type: 'tab.shown' });
    const stale = loadAccount.answer({ user: ana, tickets: [ticketOf('old')] });
    actor.send({ type: 'account.changed' });
    await stale;
    expect(context().tickets).toEqual([]);
    await loadAccount.answer({ user: ana, tickets: [ticketOf('new')] });
    expect({ tickets: context().tickets, calls: loadAccount.inputs().length }).toEqual({
      tickets: [ticketOf('new')],
      calls: 3,
    });
  });

  test('keeps a balance that changed during the request', async () => {
    const { actor, loadAccount, context } = await setUpSignedIn();
    actor.send({ type: 'tab.shown' });
    const stale = loadAccount.answer({ user: ana, tickets: [] });
    actor.send({ type: 'balance.changed', balance: 12 });
    await stale;
    expect(context().user).toEqual({ ...ana, balance: 12 });
    await loadAccount.fail(unreachable);
    expect(context().user).toEqual({ ...ana, balance: 12 });
  });

  test('keeps a balance that changed while the list loaded for the first time', async () => {
    const { actor, loadAccount, context, loadUser, state } = setUpSession();
    await loadUser.answer(ana);
    actor.send({ type: 'account.changed' });
    const stale = loadAccount.answer({ user: ana, tickets: [] });
    actor.send({ type: 'balance.changed', balance: 12 });
    await stale;
    expect({ state: state(), user: context().user }).toEqual({
      state: { signedIn: 'reloading' },
      user: { ...ana, balance: 12 },
    });
    await loadAccount.answer({ user: { ...ana, balance: 12 }, tickets: [] });
    expect({ state: state(), user: context().user }).toEqual({ state: current, user: { ...ana, balance: 12 } });
  });

  test('a booking shows at once, before the response of the server', async () => {
    const { actor, loadAccount, context, state } = await setUpSignedIn([ticketOf('t1')]);
    actor.send({ type: 'tickets.booked', ticket: ticketOf('t2') });
    expect({ state: state(), context: context() }).toEqual({
      state: refreshing,
      context: contextOf({ user: { ...ana, balance: 430_000 }, tickets: [ticketOf('t2'), ticketOf('t1')] }),
    });
    await loadAccount.answer({ user: { ...ana, balance: 430_000 }, tickets: [ticketOf('t2'), ticketOf('t1')] });
    expect({ state: state(), balance: context().user?.balance }).toEqual({ state: current, balance: 430_000 });
  });

  test('a booking that was paid by a top-up on another device never shows a balance below 0', async () => {
    const { actor, context } = await setUpSignedIn([]);
    actor.send({ type: 'balance.changed', balance: 0 });
    actor.send({ type: 'tickets.booked', ticket: ticketOf('t2') });
    expect(context().user?.balance).toBe(0);
  });

  test('a booking that the list already contains is neither added nor debited twice, even if the next request fails', async () => {
    const { actor, loadAccount, context } = await setUpSignedIn([ticketOf('t1')]);
    const seen = { user: { ...ana, balance: 430_000 }, tickets: [ticketOf('t2'), ticketOf('t1')] };
    actor.send({ type: 'tab.shown' });
    await loadAccount.answer(seen);
    actor.send({ type: 'tickets.booked', ticket: ticketOf('t2') });
    expect(context()).toEqual(contextOf(seen));
    await loadAccount.fail(unreachable);
    expect(context()).toEqual(contextOf(seen));
  });

  test.each([
    ['a booking', { type: 'tickets.booked', ticket: ticketOf('t2') } as const],
    ['a cancellation', { type: 'tickets.cancelled', ticket: ticketOf('t1') } as const],
    ['a changed balance', { type: 'balance.changed', balance: 1 } as const],
  ])('%s in this tab notifies the other tabs once', async (_, event) => {
    const { actor, log } = await setUpSignedIn([ticketOf('t1')]);
    actor.send(event);
    expect(log).toEqual(['notify tabs']);
  });
});

describe('signing in as another user', () => {
  test('starts without the tickets of the previous user', async () => {
    const { actor, context, saved, loadAccount, state } = await setUpSignedIn([ticketOf('t1')]);
    actor.send({ type: 'session.start', user: { ...budi, token: 'secret' } });
    expect({ state: state(), context: context(), saved: saved.at(-1) }).toEqual({
      state: { signedIn: 'loadingTickets' },
      context: contextOf({ user: budi }),
      saved: 'only of u2',
    });
    await loadAccount.fail(unreachable);
    expect(context()).toEqual(contextOf({ user: budi, failure: failed('unreachable') }));
  });

  test('ignores a response to a request of the previous user', async () => {
    const { actor, loadAccount, context } = await setUpSignedIn([ticketOf('t1')]);
    actor.send({ type: 'tab.shown' });
    const stale = loadAccount.answer({ user: ana, tickets: [ticketOf('t1')] });
    actor.send({ type: 'session.start', user: { ...budi, token: 'secret' } });
    await stale;
    expect(context()).toEqual(contextOf({ user: budi }));
  });
});

describe('section 8: failed tickets fetch', () => {
  test('an error message appears, and Retry loads the list', async () => {
    const { actor, context, sent, loadAccount, loadUser, state } = setUpSession();
    await loadUser.answer(ana);
    await loadAccount.fail(unreachable);
    expect(state()).toEqual({ signedIn: 'failed' });
    expect(context()).toEqual(contextOf({ user: ana, failure: failed('unreachable') }));
    expect(sent).toEqual([
      restoring,
      signedIn,
      {
        type: 'notify',
        notification: { type: 'error', content: failed('unreachable'), placement: 'top-right' },
      },
    ]);
    actor.send({ type: 'tickets.retry' });
    await loadAccount.answer({ user: undefined, tickets: [ticketOf('t1')] });
    expect(state()).toEqual(current);
    expect(context()).toEqual(contextOf({ user: ana, tickets: [ticketOf('t1')] }));
  });

  test.each(['tab.shown', 'account.changed'] as const)(
    'the list loads again on %s without another message',
    async (type) => {
      const { actor, context, sent, loadAccount, loadUser, state } = setUpSession();
      await loadUser.answer(ana);
      await loadAccount.fail(unreachable);
      sent.length = 0;
      actor.send({ type });
      await loadAccount.fail(unreachable);
      expect({ state: state(), sent }).toEqual({ state: { signedIn: 'failed' }, sent: [] });
      actor.send({ type });
      await loadAccount.answer({ user: ana, tickets: [ticketOf('t1')] });
      expect({ state: state(), context: context(), sent }).toEqual({
        state: current,
        context: contextOf({ user: ana, tickets: [ticketOf('t1')] }),
        sent: [],
      });
    },
  );
});

describe('the tickets stored on this device', () => {
  test('belong to the signed-in user and match the list of the server', async () => {
    const { saved } = await setUpSignedIn([ticketOf('t1')]);
    expect(saved).toEqual(['only of u1', 'as in t1']);
  });

  test('match the list of the server, too, when the account changed before it was loaded', async () => {
    const { actor, loadAccount, loadUser, saved } = setUpSession();
    await loadUser.answer(ana);
    actor.send({ type: 'account.changed' });
    await loadAccount.answer({ user: ana, tickets: [ticketOf('t2')] });
    expect(saved).toEqual(['only of u1', 'as in t2']);
  });
});

function setUpSession() {
  const loadUser = controlledCall<User | undefined, { loading: boolean }>();
  const loadAccount = controlledCall<Account, { isUserKnown: boolean; loading: boolean }>();
  const clock = new SimulatedClock();
  const online = controlledOnline();
  const { parent, sent } = openSystem({ clock });
  const revokeToken = controlledCall<void, undefined>();
  const log: string[] = [];
  const saved: string[] = [];
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        loadUser: loadUser.actor,
        loadAccount: loadAccount.actor,
        revokeToken: revokeToken.actor,
        watchSession: idleCallback<undefined>(),
        watchToken: idleCallback<undefined>(),
        watchTabs: idleCallback<undefined>(),
        watchSavedTickets: idleCallback<undefined>(),
        watchOnline: online.actor,
      },
      actions: {
        notifyTabs: () => log.push('notify tabs'),
        storeToken: (_, { token }) => log.push(`store ${token}`),
        removeToken: () => log.push('remove token'),
        disownSavedTickets: (_, { userId }) => saved.push(`only of ${userId}`),
        syncSavedTickets: (_, { tickets }) => saved.push(`as in ${tickets.map(({ id }) => id).join()}`),
        dropSavedTicket: (_, { ticketId }) => saved.push(`not ${ticketId}`),
        forgetSavedTickets: () => saved.push('none'),
      },
    }),
    { parent },
  );
  actor.start();
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  return { actor, clock, context, sent, saved, loadAccount, log, online, loadUser, revokeToken, state };
}

async function setUpSignedIn(tickets: Ticket[] = []) {
  const setup = setUpSession();
  await setup.loadUser.answer(ana);
  await setup.loadAccount.answer({ user: undefined, tickets: tickets });
  return setup;
}

function contextOf(account: { user: User | undefined; tickets?: readonly Ticket[]; failure?: Failure }) {
  return { tickets: [], savedTickets: [], attempts: 0, failure: undefined, ...account };
}
