import { fromPromise, sendTo, setup } from 'xstate';
import { signedOutMessage } from '#domain/devices.ts';
import { failureOf } from '#domain/failure.ts';
import type { EndedSessions } from '#contract/user.ts';
import { toToasts } from './actors.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';

export type SignOutOthersEvent = { type: 'others.signOut' };

export const signOutOthersMachine = setup({
  types: {} as { events: SignOutOthersEvent; tags: 'busy' },
  actors: {
    signOutOthers: fromPromise<EndedSessions, undefined>(({ system }) => environmentOf(system).api('signOutOthers')),
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
  },
}).createMachine({
  id: 'signOutOthers',
  initial: 'idle',
  states: {
    idle: {
      description: 'Waits for the visitor; the call may be made any number of times.',
      on: { 'others.signOut': 'signingOut' },
    },
    signingOut: {
      description: 'The call is on its way and a second click is ignored: the double-submit guard.',
      tags: 'busy',
      invoke: {
        id: 'signOutOthers',
        src: 'signOutOthers',
        onDone: {
          target: 'idle',
          actions: {
            type: 'notify',
            params: ({ event }) => notify('success', signedOutMessage(event.output.ended)),
          },
        },
        onError: {
          target: 'idle',
          actions: { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error).message) },
        },
      },
    },
  },
});
