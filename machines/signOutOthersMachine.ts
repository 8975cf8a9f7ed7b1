import { emit, fromPromise, setup, type SnapshotFrom } from 'xstate';
import { signedOutMessage } from '#domain/devices.ts';
import { failureOf } from '#domain/failure.ts';
import type { EndedSessions } from '#contract/user.ts';
import { notify, type Notification } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';

export type SignOutOthersEvent = { type: 'others.signOut' };

export type SignOutOthersEmitted = { type: 'notify'; notification: Notification };

export const signOutOthersMachine = setup({
  types: {} as { events: SignOutOthersEvent; emitted: SignOutOthersEmitted; tags: 'busy' },
  actors: {
    signOutOthers: fromPromise<EndedSessions, undefined>(({ system }) => environmentOf(system).api('signOutOthers')),
  },
  actions: {
    emit: emit((_, params: SignOutOthersEmitted) => params),
  },
}).createMachine({
  id: 'signOutOthers',
  initial: 'idle',
  states: {
    idle: {
      description: 'Other devices can be signed out, again and again: when there are none, nothing is done.',
      on: { 'others.signOut': 'signingOut' },
    },
    signingOut: {
      description: 'The call is on its way. A second ask is not accepted: the double-submit guard.',
      tags: 'busy',
      invoke: {
        id: 'signOutOthers',
        src: 'signOutOthers',
        onDone: {
          target: 'idle',
          actions: {
            type: 'emit',
            params: ({ event }) => notify('success', signedOutMessage(event.output.ended)),
          },
        },
        onError: {
          target: 'idle',
          actions: { type: 'emit', params: ({ event }) => notify('error', failureOf(event.error).message) },
        },
      },
    },
  },
});

export type SignOutOthersSnapshot = SnapshotFrom<typeof signOutOthersMachine>;
