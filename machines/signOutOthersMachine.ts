import { fromPromise, sendTo, setup } from 'xstate';
import { failureOf } from '#domain/failure.ts';
import type { EndedSessions } from '#contract/user.ts';
import { toToasts } from './targets.ts';
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
      description: 'Waiting for the user, who can sign out other devices repeatedly.',
      on: { 'others.signOut': 'signingOut' },
    },
    signingOut: {
      description: 'Waiting for the server. Ignores a second click: the double-submit guard.',
      tags: 'busy',
      invoke: {
        id: 'signOutOthers',
        src: 'signOutOthers',
        onDone: {
          target: 'idle',
          actions: {
            type: 'notify',
            params: ({ event }) => notify('success', { code: 'signed_out_others', count: event.output.ended }),
          },
        },
        onError: {
          target: 'idle',
          actions: { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error)) },
        },
      },
    },
  },
});
