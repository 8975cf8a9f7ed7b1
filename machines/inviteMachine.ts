import { assign, fromPromise, sendTo, setup, stateIn } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { SHARE_SHEET_OPENING, SHARE_TIMEOUT } from '#domain/timings.ts';
import { toToasts } from './targets.ts';
import { environmentOf, type ShareResult } from './environment.ts';
import type { InviteMessage, LinkToShare, SharedLink } from './events.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';

interface Context {
  /** The id of the ticket to which friends are invited, or the code of shared seats. */
  id: string;
  link: SharedLink;
}

export type InviteEvent = InviteMessage | { type: 'link.hide' };

/** Replaced before it is shared. */
const NO_LINK: SharedLink = { kind: 'beside', screening: { title: '', date: '', time: '' }, path: PATHS.home };

export const inviteMachine = setup({
  types: {} as { context: Context; events: InviteEvent; tags: 'busy' | 'linkShown' },
  actors: {
    shareLink: fromPromise<ShareResult, SharedLink>(({ input, system }) =>
      environmentOf(system).device.shareLink(input),
    ),
  },
  guards: {
    isOpening: stateIn({ sharing: 'opening' }),
    isCopied: (_, params: { output: ShareResult }) => params.output.outcome === 'copied',
    isRefused: (_, params: { output: ShareResult }) => params.output.outcome === 'refused',
    isShared: (_, params: { output: ShareResult }) => params.output.outcome === 'shared',
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    storeLink: assign((_, { id, link }: LinkToShare) => ({ id, link })),
  },
  delays: { sheetOpening: SHARE_SHEET_OPENING, shareTimeout: SHARE_TIMEOUT },
}).createMachine({
  id: 'invite',
  context: { id: '', link: NO_LINK },
  initial: 'idle',
  states: {
    idle: {
      description: 'Friends can be invited to sit beside a ticket, or to buy seats that are shared with them.',
      on: {
        'link.share': { target: 'sharing', actions: { type: 'storeLink', params: ({ event }) => event } },
      },
    },
    sharing: {
      description: 'The share sheet is open, or the link is being copied.',
      invoke: {
        id: 'shareLink',
        src: 'shareLink',
        input: ({ context }) => context.link,
        onDone: [
          {
            guard: { type: 'isCopied', params: ({ event }) => event },
            target: 'idle',
            actions: { type: 'notify', params: notify('success', { code: 'link_copied' }) },
          },
          { guard: { type: 'isShared', params: ({ event }) => event }, target: 'idle' },
          { guard: { type: 'isRefused', params: ({ event }) => event }, target: 'showingLink' },
          { guard: 'isOpening', target: 'showingLink' },
          { target: 'idle' },
        ],
      },
      on: { 'link.hide': 'idle' },
      initial: 'opening',
      states: {
        opening: {
          description:
            'Nobody can have closed the share sheet yet: a browser that says so has none. Ignores further clicks.',
          tags: 'busy',
          after: { sheetOpening: 'open' },
        },
        open: {
          description: 'Waiting for the visitor in the share sheet. Ignores further clicks.',
          tags: 'busy',
          after: { shareTimeout: 'unanswered' },
        },
        unanswered: {
          description:
            'Some browsers open no sheet, or never copy, and do not say so. Shows the link, and the button works again.',
          tags: 'linkShown',
          on: {
            'link.share': {
              target: '#invite.sharing',
              reenter: true,
              actions: { type: 'storeLink', params: ({ event }) => event },
            },
          },
        },
      },
    },
    showingLink: {
      description: 'The browser neither shared nor copied the link. The button shows it, so that the user can copy it.',
      tags: 'linkShown',
      on: {
        'link.share': { target: 'sharing', actions: { type: 'storeLink', params: ({ event }) => event } },
        'link.hide': 'idle',
      },
    },
  },
});
