import { assign, emit, enqueueActions, fromCallback, sendTo, setup, stateIn, type EventObject } from 'xstate';
import { messages } from '#domain/messages.ts';
import { PATHS } from '#domain/paths.ts';
import { authDialogMachine, type AuthDialogEmitted } from './authDialogMachine.ts';
import type { BookingEmitted } from './bookingMachine.ts';
import {
  commandMachine,
  type CommandNews,
  type ConfirmedCommand,
  type Leaving,
  type StartCommand,
} from './commandMachine.ts';
import type { Commands } from './followCommand.ts';
import { moviesMachine, type MoviesEmitted } from './moviesMachine.ts';
import { navigate, type AppLocation, type LocationChange, type NavigateEvent } from './navigation.ts';
import { overlayMachine, type OverlayEvent } from './overlayMachine.ts';
import { sessionMachine, type SessionEmitted, type SessionEvent } from './sessionMachine.ts';
import { shellMachine, type ShellEvent } from './shellMachine.ts';
import type { InviteEmitted } from './inviteMachine.ts';
import type { ChangePasswordEmitted } from './changePasswordMachine.ts';
import type { SignOutOthersEmitted } from './signOutOthersMachine.ts';
import { themeMachine } from './themeMachine.ts';
import type { TicketEmitted } from './ticketMachine.ts';
import { notify, toastsMachine, type ToastsEvent } from './toastsMachine.ts';
import type { TransactionsEmitted } from './transactionsMachine.ts';
import { environmentOf } from './environment.ts';

interface Context {
  commands: Commands;
  /** Undefined until the router has said. */
  location: AppLocation | undefined;
}

export type AppEvent =
  | AuthDialogEmitted
  | BookingEmitted
  | CommandNews
  | MoviesEmitted
  | SessionEmitted
  | ChangePasswordEmitted
  | InviteEmitted
  | SignOutOthersEmitted
  | TicketEmitted
  | TransactionsEmitted
  | NavigateEvent
  | StartCommand
  | ({ type: 'location.changed' } & LocationChange)
  | { type: 'page.opened' | 'page.returnedTo'; title: string }
  | { type: 'request.started' }
  | { type: 'request.settled' }
  | { type: 'session.ended' }
  | { type: 'storage.refused' };

/** For the router, and for whoever follows where the visitor is. */
export type AppEmitted = NavigateEvent | { type: 'location.changed' };

export const appMachine = setup({
  types: {} as { context: Context; events: AppEvent; emitted: AppEmitted },
  actors: {
    session: sessionMachine,
    authDialog: authDialogMachine,
    movies: moviesMachine,
    theme: themeMachine,
    overlay: overlayMachine,
    toasts: toastsMachine,
    shell: shellMachine,
    command: commandMachine,
    watchReports: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      environmentOf(system).onReport((type) => sendBack({ type })),
    ),
  },
  guards: {
    isGuarded: (_, { location }: LocationChange) => location.personal === 'guarded',
    isPageOwn: ({ context }) => context.location?.personal !== undefined,
    isVisitorSignedOut: stateIn({ visitor: 'signedOut' }),
    isPagePersonal: stateIn({ location: 'personal' }),
    isFree: ({ context }, { command }: ConfirmedCommand) =>
      context.commands[command.kind]?.getSnapshot().status !== 'active',
  },
  actions: {
    notifySession: sendTo('session', (_, params: SessionEvent) => params),
    spawnCommand: assign(({ context, spawn }, confirmed: ConfirmedCommand) => {
      const { kind } = confirmed.command;
      return { commands: { ...context.commands, [kind]: spawn('command', { id: kind, input: confirmed }) } };
    }),
    notifyCommands: enqueueActions(({ context, enqueue }, params: Leaving) => {
      for (const command of Object.values(context.commands)) {
        if (command.getSnapshot().status === 'active') enqueue.sendTo(command, params);
      }
    }),
    openAuthDialog: sendTo('authDialog', { type: 'auth.open' }),
    closeAuthDialog: sendTo('authDialog', { type: 'auth.close' }),
    notifyOverlay: sendTo('overlay', (_, params: OverlayEvent) => params),
    notifyToasts: sendTo('toasts', (_, params: ToastsEvent) => params),
    notifyShell: sendTo('shell', (_, params: ShellEvent) => params),
    closeMenus: sendTo('shell', { type: 'location.changed' }),
    announcePage: sendTo('shell', (_, { title }: { title: string }): ShellEvent => ({ type: 'page.changed', title })),
    emit: emit((_, params: AppEmitted) => params),
    storeLocation: enqueueActions(({ context, enqueue }, { location, isReturn }: LocationChange) => {
      enqueue.assign({ location });
      enqueue.emit({ type: 'location.changed' });
      if (context.location === undefined || context.location.pathname === location.pathname) return;
      enqueue.raise({ type: isReturn ? 'page.returnedTo' : 'page.opened', title: location.title });
    }),
    scrollToTop: ({ system }) => environmentOf(system).device.scrollToTop(),
    focusContent: ({ system }) => environmentOf(system).device.focusContent(),
  },
}).createMachine({
  id: 'app',
  context: { commands: {}, location: undefined },
  type: 'parallel',
  invoke: [
    { id: 'watchReports', src: 'watchReports' },
    { id: 'toasts', src: 'toasts', systemId: 'toasts' },
    { id: 'overlay', src: 'overlay', systemId: 'overlay' },
    { id: 'theme', src: 'theme', systemId: 'theme' },
    { id: 'shell', src: 'shell', systemId: 'shell' },
    { id: 'authDialog', src: 'authDialog', systemId: 'authDialog' },
    { id: 'session', src: 'session', systemId: 'session' },
    { id: 'movies', src: 'movies', systemId: 'movies' },
  ],
  on: {
    'auth.succeeded': {
      actions: [
        { type: 'notifyCommands', params: { type: 'visitor.left' } },
        { type: 'notifySession', params: ({ event }) => ({ type: 'session.start', user: event.user }) },
      ],
    },
    'session.ended': {
      actions: [
        { type: 'notifyCommands', params: { type: 'session.ended' } },
        { type: 'notifySession', params: ({ event }) => event },
      ],
    },
    navigate: { actions: { type: 'emit', params: ({ event }) => event } },
    'tickets.booked': { actions: { type: 'notifySession', params: ({ event }) => event } },
    'tickets.cancelled': { actions: { type: 'notifySession', params: ({ event }) => event } },
    'account.changed': { actions: { type: 'notifySession', params: ({ event }) => event } },
    'balance.changed': { actions: { type: 'notifySession', params: ({ event }) => event } },
    'command.unsettled': { actions: { type: 'notifyShell', params: ({ event }) => event } },
    'command.settled': { actions: { type: 'notifyShell', params: ({ event }) => event } },
    'command.start': {
      guard: { type: 'isFree', params: ({ event: { confirmed } }) => confirmed },
      description:
        'One of a kind at a time: the double-submit guard (section 4). It outlives the page that confirmed it.',
      actions: { type: 'spawnCommand', params: ({ event: { confirmed } }) => confirmed },
    },
    'request.started': { actions: { type: 'notifyOverlay', params: ({ event }) => event } },
    'request.settled': { actions: { type: 'notifyOverlay', params: ({ event }) => event } },
    notify: { actions: { type: 'notifyToasts', params: ({ event }) => event } },
  },
  states: {
    visitor: {
      description: 'Who is here, as the session said last. What was confirmed belongs to who confirmed it.',
      initial: 'starting',
      on: {
        'session.signedIn': {
          target: '.signedIn',
          actions: 'closeAuthDialog',
        },
        'session.restoring': { target: '.starting' },
        'session.unreachable': { target: '.unreachable' },
        'session.signedOut': [
          {
            guard: 'isPagePersonal',
            target: '.signedOut',
            actions: 'openAuthDialog',
          },
          { target: '.signedOut' },
        ],
      },
      states: {
        starting: {
          description: 'The session is being restored: neither a personal page nor the guard shows.',
          entry: { type: 'notifyCommands', params: { type: 'visitor.left' } },
        },
        signedIn: { description: 'Personal pages and the personal navigation show.' },
        unreachable: {
          description: 'Nobody knows: the signed-out product, a quiet line, and Retry on personal pages.',
        },
        signedOut: {
          description: 'The personal pages are guarded (section 2), and the user menu has nobody to stand for.',
          entry: [
            { type: 'notifyShell', params: { type: 'session.signedOut' } },
            { type: 'notifyCommands', params: { type: 'visitor.left' } },
          ],
        },
      },
    },
    location: {
      description: 'Whether the path needs a signed-in user, and what going anywhere brings with it.',
      initial: 'public',
      on: {
        'page.opened': {
          description: 'By a link, or by what was done: another page begins at its top.',
          actions: ['scrollToTop', 'focusContent', { type: 'announcePage', params: ({ event }) => event }],
        },
        'page.returnedTo': {
          description: 'By Back or Forward: the browser scrolls to where the visitor was.',
          actions: ['focusContent', { type: 'announcePage', params: ({ event }) => event }],
        },
        'location.changed': [
          {
            guard: { type: 'isGuarded', params: ({ event }) => event },
            target: '.personal',
            actions: [{ type: 'storeLocation', params: ({ event }) => event }, 'closeMenus'],
          },
          {
            target: '.public',
            actions: [{ type: 'storeLocation', params: ({ event }) => event }, 'closeMenus'],
          },
        ],
        'auth.required': { actions: 'openAuthDialog' },
        'session.left': {
          guard: 'isPageOwn',
          target: '.leaving',
          actions: { type: 'emit', params: navigate(PATHS.home) },
        },
      },
      states: {
        public: { description: 'Home, Movies, a film, or a path without a page.' },
        leaving: {
          description: 'On the way home from a page of their own: whoever has just left is not asked to sign in.',
          on: { 'auth.required': {} },
        },
        personal: {
          description: 'Going to a personal page while signed out opens the sign-in dialog (section 2).',
          initial: 'arriving',
          states: {
            arriving: {
              description: 'The guard looks at the visitor once on each arrival.',
              always: [
                {
                  guard: 'isVisitorSignedOut',
                  target: 'arrived',
                  actions: 'openAuthDialog',
                },
                { target: 'arrived' },
              ],
            },
            arrived: { description: 'Content for a signed-in user, a sentence and a Sign In button for others.' },
          },
        },
      },
    },
    storage: {
      description:
        'Whether the browser stores the session and the opened tickets. The user is told once per page load.',
      initial: 'kept',
      states: {
        kept: {
          description: 'No write of the token or of a ticket has failed.',
          on: {
            'storage.refused': {
              target: 'refused',
              actions: { type: 'notifyToasts', params: notify('warning', messages.storageRefused) },
            },
          },
        },
        refused: { description: 'A write failed, because storage is full or blocked; the user knows.' },
      },
    },
  },
});
