import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { navigate } from '#machines/navigation.ts';
import { cancelModel } from '../../models/cancelModel.ts';
import { addPerson, balanceOf, buy, PASSWORD, soldSeats } from '../../server/people.ts';
import { answerLost, unreachable, type MockResponse, type HeldCall } from '../network.ts';
import { openTestApp, openProduct, passTime } from '../openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, goBackTo, quietLine, whereabouts, noDialog } from '../visitor.ts';
import { walkEveryWay } from './walkEveryWay.ts';

walkEveryWay(cancelModel, async () => {
  const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:20:00+07:00') });
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  testApp.clock.now = Date.parse('2026-03-05T20:34:00+07:00');
  const { user, network, runtime, openTab } = await openProduct(testApp, '/my-tickets', { person });

  const press = async (name: string) => user.click((await findDialog()).getByRole('button', { name }));
  const confirm = async (password: string) => {
    const field = (await findDialog()).getByLabelText('Password');
    await user.clear(field);
    if (password !== '') await user.type(field, password);
    await press('Cancel Ticket');
  };
  const confirmBut = async (mockResponse: MockResponse) => {
    network.nextCall('DELETE user/tickets', mockResponse);
    await confirm(PASSWORD);
  };
  let underWay: HeldCall | undefined;
  const isRefundedOnce = async () => {
    expect(await balanceOf(testApp, person)).toBe(200_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [] })]);
  };
  const stillHolds = async () => {
    expect(await balanceOf(testApp, person)).toBe(130_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [12, 13] })]);
  };

  return {
    acts: {
      'open the dialog': async () => user.click(await screen.findByRole('button', { name: 'Cancel' })),
      'let the film begin': () => passTime(testApp, 75_000),
      'press Expired in vain': () => user.click(screen.getByRole('button', { name: 'Expired' })),
      'go back': () => press('Back'),
      'confirm without a password': () => confirm(''),
      'confirm with a wrong password': () => confirm('wrong horse'),
      'confirm without a line': () => confirmBut(unreachable),
      'confirm and lose the answer': () => confirmBut(answerLost),
      'wait until it is asked again': () => passTime(testApp, 1000),
      'confirm and leave the page': async () => {
        underWay = network.holdNext('DELETE user/tickets');
        await confirm(PASSWORD);
        await underWay.arrived;
        runtime.notify(navigate('/movies'));
      },
      'let the answer come': async () => underWay?.release(),
      'come back': () => goBackTo('/my-tickets'),
      'confirm after another tab has cancelled': async () => {
        const { session, confirm: confirmThere } = openTab();
        await waitFor(() => expect(session.getSnapshot().context.user).toBeDefined());
        confirmThere({ kind: 'cancellation', ticket }, PASSWORD);
        await waitFor(() => expect(network.callsOf('DELETE booked-seats')).toHaveLength(1));
        await network.settle();
        await confirm(PASSWORD);
      },
      confirm: () => confirm(PASSWORD),
      'confirm twice at once': async () => {
        const call = network.holdNext('DELETE user/tickets');
        await user.type((await findDialog()).getByLabelText('Password'), PASSWORD);
        const button = (await findDialog()).getByRole('button', { name: 'Cancel Ticket' });
        await user.dblClick(button);
        await call.arrived;
        await user.click(button);
        await user.keyboard('{Enter}');
        call.release();
        await findToast('top-right', 'Ticket cancelled');
        expect(network.callsOf('DELETE user/tickets')).toHaveLength(1);
      },
      'book another': async () => user.click(await screen.findByRole('link', { name: 'Book Ticket' })),
    },
    sights: {
      tickets: async () => {
        await noDialog();
        const ticket = within(await screen.findByRole('listitem', { name: 'The Kid' }));
        expect(ticket.getByText('Seats 12 and 13')).toBeTruthy();
        expect(ticket.getByRole('button', { name: 'Cancel' }).matches(':disabled')).toBe(false);
      },
      expired: async () => {
        expect((await screen.findByRole('button', { name: 'Expired' })).matches(':disabled')).toBe(true);
        expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
        await noDialog();
        await stillHolds();
      },
      askingPassword: async () => {
        expect((await findDialog()).getByText('Rp.70.000 goes back to your balance.')).toBeTruthy();
        expect((await findDialog()).queryByRole('alert')).toBeNull();
      },
      passwordMissing: async () => {
        expect(await alertInDialog()).toBe('Password is required!');
        expect(network.callsOf('DELETE user/tickets')).toEqual([]);
      },
      passwordWrong: async () => {
        expect(await findToast('top-right', await alertInDialog())).toBeTruthy();
        await stillHolds();
      },
      unsettled: async () => {
        await saysUnsettled();
        expect(await findToast('top-right', messages.unreachable)).toBeTruthy();
        await stillHolds();
      },
      answerLost: async () => {
        await saysUnsettled();
        await isRefundedOnce();
      },
      unsettledList: async () => {
        await noDialog();
        expect(screen.getByRole('listitem', { name: 'The Kid' })).toBeTruthy();
        expect(screen.queryByRole('alert')).toBeNull();
        expect(quietLine()).toBe(messages.unsettled);
      },
      elsewhere: async () => {
        await arriveAt('/movies');
        await noDialog();
      },
      announcedElsewhere: async () => {
        expect(await findToast('top-right', 'Ticket cancelled')).toBeTruthy();
        expect(whereabouts()).toBe('/movies');
        await isRefundedOnce();
      },
      cancelling: async () => {
        expect(await (await findDialog()).findByText('Seats 12 and 13')).toBeTruthy();
        expect((await findDialog()).getByRole('button', { name: 'Cancel Ticket' }).ariaDisabled).toBe('true');
      },
      gone: async () => {
        expect(await findToast('top-right', 'This ticket had already been cancelled')).toBeTruthy();
        expect(await screen.findByText('You do not have any tickets. Lets book some!')).toBeTruthy();
        await noDialog();
        expect(screen.queryByRole('alert')).toBeNull();
        await isRefundedOnce();
      },
      cancelled: async () => {
        expect(await findToast('top-right', 'Ticket cancelled')).toBeTruthy();
        expect(await screen.findByText('You do not have any tickets. Lets book some!')).toBeTruthy();
        await noDialog();
        expect(quietLine()).toBe('');
        await isRefundedOnce();
      },
      movies: () => arriveAt('/movies'),
    },
  };
});

async function findDialog() {
  return within(await findOpenDialog('Cancel Ticket'));
}

async function saysUnsettled(): Promise<void> {
  expect(await alertInDialog()).toBe(messages.unreachable);
  expect((await findDialog()).getByText(messages.unsettled)).toBeTruthy();
  expect(quietLine()).toBe(messages.unsettled);
}

async function alertInDialog(): Promise<string> {
  return (await (await findDialog()).findByRole('alert')).textContent;
}
