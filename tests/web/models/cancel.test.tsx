import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { messages } from '../../fixtures/messages.ts';
import { card } from '../../../src/web/pages/tickets/tickets.css.ts';
import { cancelModel } from '../../models/cancelModel.ts';
import { addPerson, balanceOf, buy, PASSWORD, soldSeats } from '../../server/people.ts';
import { openTestApp, openProduct, passTime } from '../openProduct.tsx';
import { arriveAt, findToast, goBackTo, statusLine, noDialog } from '../visitor.ts';
import { confirmDialog } from './confirmDialog.ts';
import { walkEveryWay } from './walkEveryWay.ts';

walkEveryWay(cancelModel, async () => {
  const testApp = await openTestApp({ now: Date.parse('2026-03-05T20:20:00+07:00') });
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  testApp.clock.now = Date.parse('2026-03-05T20:34:00+07:00');
  const product = await openProduct(testApp, '/my-tickets', { person });
  const { user, network, openTab } = product;
  const enterPassword = async (password: string) => {
    const field = (await dialog.find()).getByLabelText('Password');
    await user.clear(field);
    await user.type(field, password);
  };
  const dialog = confirmDialog(product, {
    dialog: 'Cancel Ticket',
    button: 'Cancel Ticket',
    call: 'DELETE user/tickets',
    success: messages.cancelSuccess,
    placement: 'top-right',
    enter: () => enterPassword(PASSWORD),
  });
  const isRefundedOnce = async () => {
    expect(await balanceOf(testApp, person)).toBe(200_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [] })]);
  };
  const stillHolds = async () => {
    expect(await balanceOf(testApp, person)).toBe(130_000);
    expect(await soldSeats(testApp)).toEqual([expect.objectContaining({ seatNumbers: [12, 13] })]);
  };
  const isGone = async () => {
    expect(await screen.findByText(messages.noTickets)).toBeTruthy();
    await noDialog();
    expect(statusLine()).toBe('');
    await isRefundedOnce();
  };

  return {
    acts: {
      'open the dialog': async () => user.click(await screen.findByRole('button', { name: 'Cancel' })),
      'wait until the film begins': () => passTime(testApp, 75_000),
      'press the disabled Expired button': () => user.click(screen.getByRole('button', { name: 'Expired' })),
      'go back': () => dialog.press('Back'),
      'confirm without a password': () => dialog.press('Cancel Ticket'),
      'confirm with a wrong password': async () => {
        await enterPassword('wrong horse');
        await dialog.press('Cancel Ticket');
      },
      'confirm and leave the page': dialog.confirmAndLeave,
      'wait for the response': dialog.releaseResponse,
      'return to the page': () => goBackTo('/my-tickets'),
      'confirm after another tab has cancelled': async () => {
        const { session, confirm } = openTab();
        await waitFor(() => expect(session.getSnapshot().context.user).toBeDefined());
        confirm({ kind: 'cancellation', ticket }, PASSWORD);
        await waitFor(() => expect(network.callsOf('DELETE booked-seats')).toHaveLength(1));
        await network.settle();
        await dialog.confirm();
      },
      confirm: () => dialog.confirm(),
      'press Book Ticket': async () => user.click(await screen.findByRole('link', { name: 'Book Ticket' })),
    },
    checks: {
      tickets: async () => {
        await noDialog();
        const ticket = await findTicket();
        expect(ticket.className).toBe(card.live);
        expect(within(ticket).getByText('Seats 12 and 13')).toBeTruthy();
        expect(within(ticket).getByRole('button', { name: 'Cancel' }).matches(':disabled')).toBe(false);
      },
      expired: async () => {
        expect((await screen.findByRole('button', { name: 'Expired' })).matches(':disabled')).toBe(true);
        expect((await findTicket()).className, 'the ticket is greyed').toBe(card.expired);
        expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
        await noDialog();
        await stillHolds();
      },
      confirming: async () => {
        await dialog.says('Rp.70.000 goes back to your balance.');
        expect((await dialog.find()).queryByRole('alert')).toBeNull();
      },
      passwordMissing: async () => {
        expect(await dialog.alertText()).toBe('Password is required!');
        expect(network.callsOf('DELETE user/tickets')).toEqual([]);
      },
      passwordWrong: async () => {
        expect(await findToast('top-right', await dialog.alertText())).toBeTruthy();
        await stillHolds();
      },
      otherPage: dialog.isOnOtherPage,
      notifiedOnOtherPage: async () => {
        await dialog.isAnnouncedAt('/movies');
        await isRefundedOnce();
      },
      cancelling: async () => {
        await dialog.says('Seats 12 and 13');
        await dialog.isBusy();
      },
      gone: async () => {
        expect(await findToast('top-right', 'This ticket was already cancelled')).toBeTruthy();
        expect(screen.queryByRole('alert')).toBeNull();
        await isGone();
      },
      cancelled: async () => {
        await dialog.isAnnouncedAt('/my-tickets');
        await isGone();
      },
      movies: () => arriveAt('/movies'),
    },
  };
});

function findTicket(): Promise<HTMLElement> {
  return screen.findByRole('listitem', { name: 'The Kid' });
}
