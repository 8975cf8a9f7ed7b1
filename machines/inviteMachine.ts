import { assign, emit, fromPromise, setup } from 'xstate';
import { invitationPath, invitedSeats } from '#domain/invitation.ts';
import { environmentOf, type SharedLink, type ShareResult } from './environment.ts';
import { notify, type Invitation, type Notification } from './toastsMachine.ts';

export type InviteEvent = { type: 'friends.invite' } & Invitation;

export type InviteEmitted = { type: 'notify'; notification: Notification };

export const inviteMachine = setup({
  types: {} as { context: { url: string }; events: InviteEvent; emitted: InviteEmitted },
  actors: {
    shareLink: fromPromise<ShareResult, SharedLink>(({ input, system }) =>
      environmentOf(system).device.shareLink(input),
    ),
  },
  guards: {
    isCopied: (_, params: { output: ShareResult }) => params.output.outcome === 'copied',
    isRefused: (_, params: { output: ShareResult }) => params.output.outcome === 'refused',
  },
  actions: {
    emit: emit((_, params: InviteEmitted) => params),
    storeUrl: assign((_, params: { url: string }) => ({ url: params.url })),
  },
}).createMachine({
  id: 'invite',
  context: { url: '' },
  initial: 'idle',
  states: {
    idle: { description: 'Friends can be invited to sit beside a ticket.', on: { 'friends.invite': 'sharing' } },
    sharing: {
      description: 'The sheet of the device is open, or else the link is being copied; a second press does nothing.',
      invoke: {
        id: 'shareLink',
        src: 'shareLink',
        input: ({ event }) => linkOf(event),
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => event },
            target: 'idle',
            actions: { type: 'emit', params: notify('success', 'Link copied') },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'showingLink',
            actions: { type: 'storeUrl', params: ({ event }) => event.output },
          },
          { target: 'idle' },
        ],
      },
    },
    showingLink: {
      description:
        'The browser neither shared nor copied the link: the page shows it, so that the visitor can copy it.',
      on: { 'friends.invite': 'sharing' },
    },
  },
});

/** Nothing but film, screening and seats: no name, and no ticket. */
function linkOf({ ticket, friends }: Invitation): SharedLink {
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = ticket;
  return {
    title: `Watch ${movieTitle} with friends, ${showtimeDate}, ${showtimeTime}`,
    path: invitationPath(movieTitle, showtimeDate, showtimeTime, invitedSeats(seatNumbers, friends)),
  };
}
