import {
  assign,
  emit,
  enqueueActions,
  fromCallback,
  sendTo,
  setup,
  stateIn,
  stopChild,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type Snapshot,
} from 'xstate';
import { failureOf, type Failure } from '#domain/failure.ts';
import { PATHS } from '#domain/paths.ts';
import { authDialogMachine } from './authDialogMachine.ts';
import type { ConfirmedCommand, Leaving, StartCommand } from './commands.ts';
import type { Commands } from './commandProgress.ts';
import { inviteMachine } from './inviteMachine.ts';
import { moviesMachine } from './moviesMachine.ts';
import {
  isSameEntry,
  isSamePage,
  navigate,
  notLoaded,
  type AppLocation,
  type LocationChange,
  type NavigateEvent,
} from './navigation.ts';
import { overlayMachine } from './overlayMachine.ts';
import { sessionMachine } from './sessionMachine.ts';
import type { SessionFact } from './events.ts';
import { shellMachine, type ShellEvent } from './shellMachine.ts';
import { themeMachine } from './themeMachine.ts';
import { notify, toastsMachine, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf, type LeftHall, type PageMachine } from './environment.ts';

interface Context {
  commands: Commands;
  /** Undefined until the router reports the first location. */
  location: AppLocation | undefined;
  /** The seats of the film pages that the visitor left, newest first, by history entry. Back and Forward show them at once. */
  leftHalls: readonly { readonly location: AppLocation; readonly hall: LeftHall }[];
  /** Why the page's code could not be loaded, or its machine failed. */
  failure: Failure | undefined;
}

/** The part of the root's snapshot that other actors read. */
export type AppSnapshot = Snapshot<unknown> & { readonly context: Pick<Context, 'commands' | 'location'> };

export type AppEvent =
  | SessionFact
  | StartCommand
  | { type: 'auth.required' }
  | ({ type: 'location.changed' } & LocationChange)
  | { type: 'page.loaded'; page: PageMachine | undefined }
  | { type: 'page.failed' | 'xstate.error.actor.page'; error: unknown }
  | { type: 'page.retry' }
  | { type: 'storage.refused' }
  | { type: 'page.opened' | 'page.returnedTo'; location: AppLocation };

const MAX_LEFT_HALLS = 10;

export const appMachine = setup({
  types: {} as {
    context: Context;
    events: AppEvent;
    emitted: NavigateEvent;
    children: {
      session: 'session';
      authDialog: 'authDialog';
      movies: 'movies';
      theme: 'theme';
      overlay: 'overlay';
      toasts: 'toasts';
      shell: 'shell';
      invite: 'invite';
      page: PageMachine['machine'];
    };
  },
  actors: {
    session: sessionMachine,
    authDialog: authDialogMachine,
    movies: moviesMachine,
    theme: themeMachine,
    overlay: overlayMachine,
    toasts: toastsMachine,
    shell: shellMachine,
    invite: inviteMachine,
    // The chunks of the pages have these machines. `registerPage` replaces the placeholders.
    command: notLoaded,
    booking: notLoaded,
    amountForm: notLoaded,
    myTickets: notLoaded,
    myInfo: notLoaded,
    ticket: notLoaded,
    transactions: notLoaded,
    watchStorage: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      environmentOf(system).onStorageRefused(() => sendBack({ type: 'storage.refused' })),
    ),
    loadPage: fromCallback<EventObject, { location: AppLocation | undefined; left: LeftHall | undefined }>(
      ({ input: { location, left }, sendBack, system }) => {
        if (location === undefined) return;
        const report = (page: PageMachine | undefined) => sendBack({ type: 'page.loaded', page });
        const loaded = environmentOf(system).loadPage(location, left);
        // A promise would delay a page whose code is already loaded to the next frame.
        if (loaded instanceof Promise)
          loaded.then(report, (error: unknown) => sendBack({ type: 'page.failed', error }));
        else report(loaded);
      },
    ),
  },
  guards: {
    isSamePage: ({ context }, { location }: LocationChange) => isSamePage(context.location, location),
    isPageGuarded: ({ context }) => context.location?.personal === 'guarded',
    isPagePersonal: ({ context }) => context.location?.personal !== undefined,
    isPagePublic: ({ context }) => context.location?.personal !== 'guarded',
    isSignedIn: stateIn({ visitor: 'signedIn' }),
    isSignedOut: stateIn({ visitor: 'signedOut' }),
    isUnreachable: stateIn({ visitor: 'unreachable' }),
    isFree: ({ context }, { command }: ConfirmedCommand) =>
      context.commands[command.kind]?.getSnapshot().status !== 'active',
  },
  actions: {
    spawnCommand: assign(({ context, spawn }, confirmed: ConfirmedCommand) => {
      const { kind } = confirmed.command;
      return { commands: { ...context.commands, [kind]: spawn('command', { id: kind, input: confirmed }) } };
    }),
    notifyCommands: enqueueActions(({ context, enqueue }, params: Leaving) => {
      for (const command of Object.values(context.commands)) {
        if (command.getSnapshot().status === 'active') enqueue.sendTo(command, params);
      }
    }),
    spawnPage: enqueueActions(({ enqueue }, { page }: { page: PageMachine | undefined }) => {
      if (page !== undefined) enqueue.spawnChild(page.machine, { id: 'page', input: page.input });
    }),
    stopPage: stopChild('page'),
    keepHall: assign(({ context: { leftHalls, location }, self }) => {
      const { page } = self.getSnapshot().children;
      const snapshot: AnyMachineSnapshot | undefined = page?.getSnapshot().children['hall']?.getSnapshot();
      if (location === undefined || snapshot?.hasTag('resumable') !== true) return {};
      const { screening, report }: Pick<LeftHall, 'screening'> & { readonly report?: Pick<LeftHall, 'sold'> } =
        snapshot.context;
      if (report === undefined) return {};
      const others = leftHalls.filter((each) => !isSameEntry(each.location, location));
      return { leftHalls: [{ location, hall: { screening, sold: report.sold } }, ...others].slice(0, MAX_LEFT_HALLS) };
    }),
    forgetHalls: assign({ leftHalls: [] }),
    notify: sendTo('toasts', (_, params: ToastsEvent) => params),
    openAuthDialog: sendTo('authDialog', { type: 'auth.open' }),
    closeAuthDialog: sendTo('authDialog', { type: 'auth.close' }),
    closeDrawer: sendTo('shell', { type: 'drawer.close' }),
    closeUserMenu: sendTo('shell', { type: 'userMenu.close' }),
    hideLink: sendTo('invite', { type: 'link.hide' }),
    announcePage: sendTo('shell', (_, { location }: Pick<LocationChange, 'location'>): ShellEvent => ({
      type: 'page.changed',
      location,
    })),
    goHome: emit(navigate(PATHS.home)),
    storeLocation: assign((_, { location }: LocationChange) => ({ location })),
    storeQuery: assign(({ context }, { location }: LocationChange) => ({
      location: { ...location, state: location.state ?? context.location?.state },
    })),
    reportMove: enqueueActions(({ context, enqueue }, { location, isReturn }: LocationChange) => {
      if (context.location === undefined) return;
      enqueue.raise({ type: isReturn ? 'page.returnedTo' : 'page.opened', location });
    }),
    storeFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    scrollToTop: ({ system }) => environmentOf(system).device.scrollToTop(),
    reloadDocument: ({ system }) => environmentOf(system).device.reload(),
    focusContent: ({ system }) => environmentOf(system).device.focusContent(),
  },
}).createMachine({
  id: 'app',
  context: { commands: {}, location: undefined, leftHalls: [], failure: undefined },
  type: 'parallel',
  invoke: [
    { id: 'toasts', src: 'toasts', systemId: 'toasts' },
    { id: 'overlay', src: 'overlay', systemId: 'overlay' },
    { id: 'theme', src: 'theme', systemId: 'theme' },
    { id: 'shell', src: 'shell', systemId: 'shell' },
    { id: 'authDialog', src: 'authDialog', systemId: 'authDialog' },
    { id: 'session', src: 'session', systemId: 'session' },
    { id: 'movies', src: 'movies', systemId: 'movies' },
    { id: 'invite', src: 'invite', systemId: 'invite' },
  ],
  on: {
    'command.start': {
      guard: { type: 'isFree', params: ({ event: { confirmed } }) => confirmed },
      description:
        'Starts a command unless one of its kind is running: the double-submit guard (section 4). The command outlives the page.',
      actions: { type: 'spawnCommand', params: ({ event: { confirmed } }) => confirmed },
    },
    'session.ended': {
      description:
        'The server ended the session. Arrives before session.signedOut, so that a command that still waits for its first response ends without a toast.',
      actions: { type: 'notifyCommands', params: { type: 'session.ended' } },
    },
  },
  states: {
    visitor: {
      description: 'The last status that the session reported.',
      initial: 'starting',
      on: {
        'session.signedIn': { target: '.signedIn', actions: 'closeAuthDialog' },
        'session.restoring': { target: '.starting' },
        'session.unreachable': { target: '.unreachable' },
        'session.signedOut': { target: '.signedOut' },
      },
      states: {
        starting: { description: 'The session is being restored.' },
        signedIn: {
          description:
            'A user is signed in. When the user leaves, their commands end and the kept seats of left pages are dropped.',
          entry: 'forgetHalls',
          exit: [{ type: 'notifyCommands', params: { type: 'visitor.left' } }, 'forgetHalls'],
        },
        unreachable: {
          description: 'The server is unreachable. Shows the signed-out UI with a notice; personal pages offer Retry.',
        },
        signedOut: { description: 'No user is signed in.', entry: 'closeUserMenu' },
      },
    },
    location: {
      description: 'The page of the current URL: its code, its machine, and whether the visitor may see it.',
      initial: 'unknown',
      on: {
        'location.changed': [
          {
            guard: { type: 'isSamePage', params: ({ event }) => event },
            description: 'Only the query of the page changed. The machine of the page reads it.',
            actions: [{ type: 'storeQuery', params: ({ event }) => event }, 'closeDrawer', 'closeUserMenu'],
          },
          {
            target: '.arriving',
            actions: [
              { type: 'reportMove', params: ({ event }) => event },
              { type: 'storeLocation', params: ({ event }) => event },
              'closeDrawer',
              'closeUserMenu',
              'hideLink',
            ],
          },
        ],
        'page.opened': {
          description: 'The user followed a link, or the product navigated. The new page starts at its top.',
          actions: ['scrollToTop', 'focusContent', { type: 'announcePage', params: ({ event }) => event }],
        },
        'page.returnedTo': {
          description: 'The user pressed Back or Forward. The browser restores the scroll position.',
          actions: ['focusContent', { type: 'announcePage', params: ({ event }) => event }],
        },
        'session.restoring': { guard: 'isPageGuarded', target: '.restoring' },
        'session.signedIn': { guard: 'isPageGuarded', target: '.loading' },
        'session.signedOut': { guard: 'isPageGuarded', target: '.signedOut' },
        'session.unreachable': { guard: 'isPageGuarded', target: '.unreachable' },
        'session.left': { guard: 'isPagePersonal', target: '.leaving', actions: 'goHome' },
        'auth.required': { actions: 'openAuthDialog' },
      },
      states: {
        unknown: { description: 'The router has not reported a location yet.' },
        arriving: {
          description: 'Decides whether the visitor may see the page (section 2).',
          always: [
            { guard: 'isPagePublic', target: 'loading' },
            { guard: 'isSignedIn', target: 'loading' },
            { guard: 'isSignedOut', target: 'signedOut' },
            { guard: 'isUnreachable', target: 'unreachable' },
            { target: 'restoring' },
          ],
        },
        restoring: { description: 'A personal page waits until the session is restored.' },
        signedOut: {
          description: 'The page requires a user. It shows a sentence and the sign-in dialog (section 2).',
          entry: 'openAuthDialog',
        },
        unreachable: { description: 'A personal page while the server is unreachable. It shows a sentence and Retry.' },
        loading: {
          description: 'The code of the page is being loaded.',
          invoke: {
            id: 'loadPage',
            src: 'loadPage',
            input: ({ context: { location, leftHalls } }) => ({
              location,
              left: leftHalls.find((each) => location !== undefined && isSameEntry(each.location, location))?.hall,
            }),
          },
          on: {
            'page.loaded': { target: 'shown', actions: { type: 'spawnPage', params: ({ event }) => event } },
            'page.failed': { target: 'failed', actions: { type: 'storeFailure', params: ({ event }) => event } },
          },
        },
        shown: {
          description: 'The page is on the screen and its machine runs, if it has one.',
          exit: ['keepHall', 'stopPage'],
          on: {
            'xstate.error.actor.page': {
              target: 'failed',
              actions: { type: 'storeFailure', params: ({ event }) => event },
            },
          },
        },
        failed: {
          description: 'The code could not be loaded, or the machine of the page failed. Shows a sentence and Retry.',
          on: {
            'page.retry': {
              description: 'Reloads the document, because browsers may cache a failed import.',
              actions: 'reloadDocument',
            },
          },
        },
        leaving: {
          description:
            'LOG OUT on a personal page navigates to the home page. The sign-in dialog does not open on the way.',
          on: { 'session.signedOut': {} },
        },
      },
    },
    storage: {
      description:
        'Whether the browser stores the session and the opened tickets. A toast reports a failure once per page load.',
      initial: 'kept',
      invoke: { id: 'watchStorage', src: 'watchStorage' },
      states: {
        kept: {
          description: 'No write of the token or of a ticket has failed.',
          on: {
            'storage.refused': {
              target: 'refused',
              actions: { type: 'notify', params: notify('warning', { code: 'storage_refused' }) },
            },
          },
        },
        refused: { description: 'A write failed, because storage is full or blocked. The toast was shown.' },
      },
    },
  },
});

/** The machine of a page, and the machine of the commands that the page can start. */
interface PageLogic {
  readonly machine: AnyStateMachine;
  readonly command?: AnyStateMachine;
}

/**
 * Replaces the placeholders of a page in one root, which may already run: XState looks up the name of an actor when it spawns it.
 * @param app a root of its own: `appMachine.provide({})`
 */
export function registerPage(
  app: typeof appMachine,
  page: PageMachine['machine'],
  { machine, command }: PageLogic,
): void {
  const { actors } = app.implementations;
  actors[page] = machine;
  if (command !== undefined) actors['command'] = command;
}
