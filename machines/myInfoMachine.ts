import { setup } from 'xstate';
import { changePasswordMachine } from './changePasswordMachine.ts';
import { signOutOthersMachine } from './signOutOthersMachine.ts';

export const myInfoMachine = setup({
  types: {} as { children: { changePassword: 'changePassword'; signOutOthers: 'signOutOthers' } },
  actors: { changePassword: changePasswordMachine, signOutOthers: signOutOthersMachine },
}).createMachine({
  id: 'myInfo',
  initial: 'shown',
  states: {
    shown: {
      description: 'The account page: a form that changes the password, and a button that signs out other devices.',
      invoke: [
        { id: 'changePassword', src: 'changePassword' },
        { id: 'signOutOthers', src: 'signOutOthers' },
      ],
    },
  },
});
