import { assign, fromPromise, sendTo, setup } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { toToasts } from './targets.ts';
import { environmentOf, type ShareResult } from './environment.ts';
import type { InviteMessage, LinkToShare, SharedLink } from './events.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';

interface Context {
  /** The id of the ticket to which friends are invited, or the code of shared seats. */
  id: string;
  link: SharedLink;
  /** The link as an absolute URL, once the browser has refused to share and to copy it. */
  url: string;
}

export type InviteEvent = InviteMessage | { type: 'link.hide' };

/** Replaced before it is shared. */
const NO_LINK: SharedLink = { kind: 'beside', screening: { title: '', date: '', time: '' }, path: PATHS.home };

export const inviteMachine = setup({
  types: {} as { context: Context; events: InviteEvent },
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
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    storeLink: assign((_, { id, link }: LinkToShare) => ({ id, link })),
    storeUrl: assign((_, params: ShareResult) => ({ url: params.url })),
  },
}).createMachine({
  id: 'invite',
  context: { id: '', link: NO_LINK, url: '' },
  initial: 'idle',
  states: {
    idle: {
      description: 'Friends can be invited to sit beside a ticket, or to buy seats that are shared with them.',
      on: {
        'link.share': { target: 'sharing', actions: { type: 'storeLink', params: ({ event }) => event } },
      },
    },
    sharing: {
      description: 'The share sheet is open, or the link is being copied. Ignores further clicks.',
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
      description: 'The browser neither shared nor copied the link. The button shows it, so that the user can copy it.',
      on: {
        'link.share': { target: 'sharing', actions: { type: 'storeLink', params: ({ event }) => event } },
        'link.hide': 'idle',
      },
    },
  },
});
