import { fromCallback, sendTo, setup, type EventObject } from 'xstate';
import type { OfferedLanguage } from '#domain/languages.ts';
import { environmentOf } from './environment.ts';
import { toToasts } from './targets.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';

interface Context {
  /** The language that the browser prefers to that of the pages. */
  readonly language: OfferedLanguage;
}

export const languageOfferMachine = setup({
  types: {} as {
    context: Context;
    events: { type: 'offer.read'; wasMade: boolean };
    input: Context;
  },
  actors: {
    readOffer: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      const stored = environmentOf(system).storage.languageOffer.read();
      sendBack({ type: 'offer.read', wasMade: stored !== undefined });
    }),
  },
  guards: { wasMade: (_, params: { wasMade: boolean }) => params.wasMade },
  actions: {
    storeOffer: ({ context, system }) => environmentOf(system).storage.languageOffer.write(context.language),
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
  },
}).createMachine({
  id: 'languageOffer',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Reads whether an earlier visit has offered the language.',
      invoke: { id: 'readOffer', src: 'readOffer' },
      on: {
        'offer.read': [
          { guard: { type: 'wasMade', params: ({ event }) => event }, target: 'declined' },
          { target: 'offered' },
        ],
      },
    },
    offered: {
      description: 'A toast offers the page in the language that the browser prefers. No later visit offers it again.',
      type: 'final',
      entry: [
        'storeOffer',
        {
          type: 'notify',
          // At the bottom, because on small screens it would cover the heading of the page for as long as it stays.
          params: ({ context }) =>
            notify('info', { code: 'language_offered', language: context.language }, 'bottom-left'),
        },
      ],
    },
    declined: {
      description: 'An earlier visit offered the language, and the user stayed with this one.',
      type: 'final',
    },
  },
});
