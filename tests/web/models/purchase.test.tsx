import { screen, waitFor, within } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { bookingOf } from '#domain/booking.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { messages } from '../../fixtures/messages.ts';
import { formatRupiah } from '#messages/money.ts';
import { danger, success } from '../../../src/web/styles/text.css.ts';
import { theKid } from '../../server/catalogueMovies.ts';
import { purchaseModel } from '../../models/purchaseModel.ts';
import { seatsFrom } from '../../seatsFrom.ts';
import { addPerson, balanceOf, buy, soldSeats } from '../../server/people.ts';
import { broken } from '../network.ts';
import { openTestApp, openProduct, passTime } from '../openProduct.tsx';
import {
  KID_TONIGHT,
  arriveAt,
  clickSeats,
  descriptionOf,
  findSeat,
  findToast,
  goBackTo,
  openUserMenu,
  statusLine,
  saidOnOpening,
  pathAndQuery,
  noDialog,
  clearSiteData,
  visitMovies,
} from '../visitor.ts';
import { confirmDialog } from './confirmDialog.ts';
import { walkEveryWay } from './walkEveryWay.ts';
import { seatName } from '#messages/seats.ts';

const BALANCE = 200_000;
/** The price of the largest purchase. It exceeds the balance. */
const ALL_SEATS_COST = MAXIMUM_SEATS * theKid.ticket_price;
const NOT_ENOUGH = `Not enough balance (${formatRupiah(ALL_SEATS_COST - BALANCE)})`;

walkEveryWay(purchaseModel, openHall);

/** Opens the film of every other path with its seats as a list instead of a map. */
async function openHall(index: number) {
  window.localStorage.setItem('nobar-now.seat-view', index % 2 === 0 ? 'map' : 'list');
  const testApp = await openTestApp();
  const rival = await addPerson(testApp, { balance: BALANCE });
  await buy(testApp, rival, { seatNumbers: [1] });
  const person = await addPerson(testApp, { balance: BALANCE });
  const product = await openProduct(testApp, '/movie/The%20Kid', { person });
  const { user, network, reload, openTab } = product;

  const click = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const dialog = confirmDialog(product, {
    dialog: 'Buy Tickets',
    button: 'Buy',
    call: 'POST user/tickets',
    success: messages.purchaseSuccess,
    placement: 'bottom-left',
  });
  const isSold = async (seatNumbers: readonly number[]) =>
    expect(await soldSeats(testApp)).toMatchObject([
      { showtimeDate: '05 Mar', showtimeTime: '20.35', movieTitle: 'The Kid', seatNumbers },
    ]);
  const isBoughtOnce = async () => {
    await isSold([1, 12, 13]);
    expect(await balanceOf(testApp, person)).toBe(130_000);
  };
  const isBoughtHere = async () => {
    expect(screen.getByText(messages.purchaseSuccess)).toBeTruthy();
    expect(screen.getByText(messages.bought)).toBeTruthy();
    expect(pathAndQuery()).toBe(KID_TONIGHT);
    await isBoughtOnce();
  };

  return {
    acts: {
      'choose a showtime': async () => {
        await click('05 Mar');
        await click('20.35');
      },
      'change the showtime': () => click('06 Mar'),
      'return to the showtime': () => click('05 Mar'),
      'click a booked seat': () => clickSeats(user, [1]),
      'select two seats': () => clickSeats(user, [13, 12]),
      'deselect both seats': () => clickSeats(user, [12, 13]),
      'select as many seats as possible': () => clickSeats(user, seatsFrom(14, MAXIMUM_SEATS - 2)),
      'click another free seat': () => clickSeats(user, [40]),
      'open the dialog': () => click('Buy Tickets'),
      'open the dialog without a hold': async () => {
        network.nextCall('POST holds', broken);
        await click('Buy Tickets');
      },
      'go back': () => dialog.press('Back'),
      buy: () => dialog.confirmInStoppedTime(),
      'buy twice at once': async () => {
        await dialog.confirmTwice();
        await dialog.waitForSuccess();
      },
      'buy and lose the response': dialog.confirmAndLoseResponse,
      'wait for the retry': () => dialog.confirmInStoppedTime(() => passTime(testApp, 1000)),
      'wait for the retry in the hall': () => passTime(testApp, 1000),
      'buy and leave the page': dialog.confirmAndLeave,
      'wait for the response': dialog.releaseResponse,
      'return to the film': () => goBackTo(KID_TONIGHT),
      'wait for the response on the film page': dialog.waitForSuccess,
      'buy and reload': () =>
        dialog.confirmBut(async (passOn) => {
          const answer = await passOn();
          reload();
          return answer;
        }),
      reload: async () => reload(),
      'open Movies and return': async () => {
        await visitMovies(user);
        await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
        await click('05 Mar');
        await click('20.35');
      },
      'buy in another tab': async () => {
        const { session, confirm: confirmThere } = openTab();
        await waitFor(() => expect(session.getSnapshot().context.user).toBeDefined());
        const booking = bookingOf('The Kid', theKid, { date: '05 Mar', time: '20.35' }, [20]);
        confirmThere({ kind: 'purchase', booking, movieId: theKid.id, beside: [] });
      },
      'see another user buy a selected seat': async () => {
        await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
        await buy(testApp, rival, { seatNumbers: [12] });
      },
      'buy without enough balance': () => dialog.confirm(),
      'be signed out in another tab': async () => {
        clearSiteData();
      },
      'visit Top Up': () => dialog.press('Top Up'),
      'return to the seats': async () => user.click(await screen.findByRole('link', { name: /seats/i })),
      'wait 1499 ms': () => passTime(testApp, 1499),
      'wait 1 ms': () => passTime(testApp, 1),
      'visit My Tickets': async () => {
        vi.setTimerTickMode('interval');
        await user.click(within(await openUserMenu(user)).getByRole('menuitem', { name: 'My Tickets' }));
      },
    },
    checks: {
      noShowtime: async () => {
        expect(await screen.findByText(messages.selectShowtime)).toBeTruthy();
        expect(screen.queryByLabelText(seatName(1))).toBeNull();
      },
      noSeats: async () => {
        await arriveAt(KID_TONIGHT);
        expect(isBooked(await findSeat(1))).toBe(true);
        await noDialog();
        await selectionIs([]);
        expect(screen.getByText('No seats chosen')).toBeTruthy();
      },
      twoSeats: async () => {
        await noDialog();
        await selectionIs([12, 13]);
        expect(screen.getByText('Seats 12 and 13')).toBeTruthy();
        expect(screen.getByText('Rp.70.000')).toBeTruthy();
      },
      allSeats: async () => {
        await arriveAt(KID_TONIGHT);
        await noDialog();
        await selectionIs(seatsFrom(12));
        const message = screen.getByText(messages.maximumSeats);
        expect(message.closest('[role=status], [aria-live=polite]'), 'the message is announced').not.toBeNull();
        expect((await findSeat(40)).ariaDisabled).toBe('true');
        expect(screen.getByText(formatRupiah(ALL_SEATS_COST))).toBeTruthy();
      },
      otherShowtime: async () => {
        await arriveAt('/movie/The%20Kid?date=06+Mar&time=20.35');
        expect(isBooked(await findSeat(1))).toBe(false);
        await selectionIs([]);
      },
      confirmingNothing: async () => {
        await dialog.says(messages.selectSeat);
        await dialog.says('Rp.0');
        expect((await dialog.find()).getByRole('button', { name: 'Buy' }).matches(':disabled')).toBe(true);
      },
      confirming: async () => {
        const change = await (await dialog.find()).findByText('Change Rp.130.000');
        expect(change.className).toBe(success);
        expect(saidOnOpening()).toBe('The Kid, 05 Mar, 20.35Seats 12 and 13Rp.70.000Change Rp.130.000');
        expect(screen.queryByRole('button', { name: 'Top Up' })).toBeNull();
      },
      confirmingUnheld: async () => {
        await (await dialog.find()).findByText('Change Rp.130.000');
        await network.settle();
        expect(screen.queryByText(/^Held for you/)).toBeNull();
      },
      unsettled: async () => {
        await dialog.saysUnsettled();
        await dialog.says('Seats 12 and 13');
        expect(pathAndQuery()).toBe(KID_TONIGHT);
      },
      unsettledHall: async () => {
        await noDialog();
        expect(isBooked(await findSeat(1))).toBe(true);
        dialog.isUnsettledBehind();
        await selectionIs([]);
      },
      boughtInTheHall: async () => {
        await dialog.isAnnouncedAt(KID_TONIGHT);
        await waitFor(() => expect(bookedSeats()).toEqual([1, 12, 13].map(seatName)));
        expect(screen.queryByText(/just been taken/)).toBeNull();
        expect(statusLine()).toBe('');
        await isBoughtOnce();
      },
      otherPage: dialog.isOnOtherPage,
      notifiedOnOtherPage: async () => {
        await dialog.isAnnouncedAt('/movies');
        await isBoughtOnce();
      },
      buying: async () => {
        await dialog.says('Seats 12 and 13');
        await dialog.isBusy();
      },
      boughtOnReturn: isBoughtHere,
      reloaded: async () => {
        await noDialog();
        await waitFor(() => expect(bookedSeats()).toEqual([1, 12, 13].map(seatName)));
        await selectionIs([]);
        expect(screen.queryByText(/just been taken/)).toBeNull();
        await isBoughtOnce();
      },
      confirmingPoorer: () => dialog.says('Change Rp.95.000'),
      oneSeat: async () => {
        expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
        expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
        await noDialog();
        expect(await balanceOf(testApp, person)).toBe(BALANCE);
        expect(isBooked(await findSeat(12))).toBe(true);
        await selectionIs([13]);
      },
      confirmingOne: () => dialog.says('Change Rp.165.000'),
      oneSeatAgain: async () => {
        await noDialog();
        await selectionIs([13]);
        expect(screen.queryByRole('alert')).toBeNull();
      },
      tooExpensive: async () => {
        expect((await (await dialog.find()).findByText(NOT_ENOUGH)).className).toBe(danger);
        expect((await dialog.find()).queryByRole('alert')).toBeNull();
      },
      refused: async () => {
        expect(await findToast('bottom-left', NOT_ENOUGH)).toBeTruthy();
        expect((await dialog.find()).getAllByText(/balance/i), 'the dialog mentions the balance once').toHaveLength(1);
        await isSold([1]);
      },
      toppingUp: () => arriveAt('/topup'),
      bought: async () => {
        await isBoughtHere();
        expect(bookedSeats()).toEqual([1, 12, 13].map(seatName));
      },
      beforeRedirect: async () => expect(pathAndQuery()).toBe(KID_TONIGHT),
      home: async () => {
        expect(pathAndQuery()).toBe('/');
        expect(screen.getByText(messages.purchaseSuccess)).toBeTruthy();
      },
      myTickets: async () => {
        const ticket = within(await screen.findByRole('listitem', { name: 'The Kid' }));
        expect(ticket.getByText('Seats 12 and 13')).toBeTruthy();
        expect(await balanceOf(testApp, person)).toBe(130_000);
      },
      signedOut: async () => {
        await noDialog();
        const bar = within(await screen.findByRole('banner'));
        expect(await bar.findByRole('button', { name: 'Sign In' })).toBeTruthy();
        expect(screen.queryByRole('button', { name: 'Buy Tickets' })).toBeNull();
        expect(network.callsOf('POST user/tickets')).toEqual([]);
      },
    },
    always: () => {
      const selected = selectedSeats();
      expect(selected.length, 'a purchase has at most MAXIMUM_SEATS seats').toBeLessThanOrEqual(MAXIMUM_SEATS);
      const booked = bookedSeats();
      expect(selected.filter((seat) => booked.includes(seat))).toEqual([]);
    },
  };
}

async function selectionIs(seatNumbers: readonly number[]): Promise<void> {
  await waitFor(() => expect(selectedSeats()).toEqual(seatNumbers.map(seatName)));
}

function selectedSeats(): (string | undefined)[] {
  return allSeats().flatMap((seat) => (isSelected(seat) ? nameOf(seat) : []));
}

function bookedSeats(): (string | undefined)[] {
  return allSeats().flatMap((seat) => (isBooked(seat) ? nameOf(seat) : []));
}

/** The seats' buttons on the map, or their checkboxes in the list. */
function allSeats(): HTMLElement[] {
  return screen.queryAllByLabelText(/^Seat /);
}

function isSelected(seat: HTMLElement): boolean {
  return seat instanceof HTMLInputElement ? seat.checked : seat.ariaPressed === 'true';
}

function isBooked(seat: HTMLElement): boolean {
  return descriptionOf(seat) === 'Booked';
}

function nameOf(seat: HTMLElement): string | undefined {
  return seat.ariaLabel ?? document.getElementById(seat.getAttribute('aria-labelledby') ?? '')?.textContent;
}
