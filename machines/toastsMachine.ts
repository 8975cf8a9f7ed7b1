import { assign, setup } from 'xstate';
import type { Language } from '#domain/languages.ts';
import type { Failure } from '#domain/failure.ts';
import type { Ticket } from '#contract/ticket.ts';
import { FLOW_TOAST_DURATION, TOAST_DURATION } from '#domain/timings.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error' | 'default';
export type ToastPlacement = 'top-right' | 'bottom-left';

/** A ticket to which friends can be invited, and the seats that friends already have. */
export interface Invitation {
  readonly ticket: Ticket;
  readonly friends: readonly number[];
}

/** The content of a toast that reports no failure. `count` is the number of devices. */
export type Announcement =
  | {
      readonly code:
        | 'bought'
        | 'cancelled'
        | 'seats_freed'
        | 'topped_up'
        | 'withdrawn'
        | 'signed_in'
        | 'signed_up'
        | 'ticket_gone'
        | 'seats_unconfirmed'
        | 'storage_refused'
        | 'showtime_closing'
        | 'link_copied';
    }
  | { readonly code: 'signed_out_others' | 'password_changed'; readonly count: number }
  | LanguageOffer;

/** An offer of the page in another language, which stays until the user closes it. */
export interface LanguageOffer {
  readonly code: 'language_offered';
  readonly language: Language;
}

/** The content of a toast: bottom-left in the purchase, top-up and withdraw areas, top-right elsewhere (section 8). */
export interface Notification {
  readonly type: ToastType;
  /** A view makes the sentence. */
  readonly content: Announcement | Failure;
  readonly placement: ToastPlacement;
  /** Milliseconds, or null if the toast stays until the user closes it. By default the placement decides. */
  readonly duration?: number | null;
  /** A link in the toast to a page. */
  readonly link?: { readonly page: 'myTickets' | 'transactions' | 'ticket'; readonly path: string };
  /** The ticket to which friends can be invited. */
  readonly invitation?: Invitation;
}

export interface Toast extends Notification {
  readonly id: number;
  readonly duration: number | null;
}

interface Context {
  toasts: readonly Toast[];
  nextId: number;
}

export type ToastsEvent = { type: 'notify'; notification: Notification } | { type: 'toast.close'; id: number };

export const toastsMachine = setup({
  types: {} as {
    context: Context;
    events: ToastsEvent;
  },
  actions: {
    addToast: assign(({ context }, params: { notification: Notification }) => ({
      nextId: context.nextId + 1,
      toasts: [
        ...context.toasts,
        { id: context.nextId, duration: durationOf(params.notification.placement), ...params.notification },
      ],
    })),
    removeToast: assign({
      toasts: ({ context }, params: { id: number }) => context.toasts.filter((toast) => toast.id !== params.id),
    }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [], nextId: 1 },
  initial: 'running',
  states: {
    running: {
      description:
        'Toasts outlive the page that caused them. Bottom-left they stay 3500 ms, top-right 5000 ms (section 9). The offer of a language stays until the user closes it.',
      on: {
        notify: { actions: { type: 'addToast', params: ({ event }) => event } },
        'toast.close': { actions: { type: 'removeToast', params: ({ event }) => event } },
      },
    },
  },
});

/** The event that shows a toast: bottom-left in the purchase, top-up and withdraw areas, top-right elsewhere. */
export function notify(
  type: ToastType,
  content: Notification['content'],
  placement: ToastPlacement = 'top-right',
  link?: Notification['link'],
  invitation?: Invitation,
): { type: 'notify'; notification: Notification } {
  return {
    type: 'notify',
    notification: { type, content, placement, ...(link && { link }), ...(invitation && { invitation }) },
  };
}

function durationOf(placement: ToastPlacement): number {
  return placement === 'bottom-left' ? FLOW_TOAST_DURATION : TOAST_DURATION;
}
