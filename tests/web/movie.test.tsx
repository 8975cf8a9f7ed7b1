import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { visuallyHidden } from '../../src/web/styles/text.css.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson } from '../server/people.ts';
import type { HeldCall } from './network.ts';
import { openTestApp, openProduct, openSignedIn, passTime } from './openProduct.tsx';
import {
  arriveAt,
  clickSeats,
  findOpenDialog,
  findSeat,
  findToast,
  goBackTo,
  KID_TONIGHT,
  reviewPurchase,
  visitMovies,
} from './visitor.ts';

function buttonsOf(group: string): HTMLElement[] {
  return within(screen.getByRole('group', { name: group })).getAllByRole('button');
}

function selectedSeats(): (string | undefined)[] {
  return screen.queryAllByRole('button', { pressed: true, name: /^Seat / }).map((seat) => seat.dataset['seat']);
}

describe('section 2, Routes: /movie/:movieTitle', () => {
  test('the page shows poster, title and release year, description and price', async () => {
    await openProduct(await openTestApp(), '/movie/Nosferatu');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nosferatu 1922' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Poster of Nosferatu' }).getAttribute('src')).toBe('/posters/nosferatu.svg');
    expect(screen.getByText('A count who travels only by night.')).toBeTruthy();
    expect(screen.getByText('Rp.40.000 a seat')).toBeTruthy();
    expect(screen.getByText('13+')).toBeTruthy();
    expect(document.title).toBe('Nosferatu (1922) · Nobar Now');
  });

  test('reliability 28: markup in a title, a description or a display name is shown as text', async () => {
    const [title, description, display_name] = ['<b>The</b> Kid', '<img src=x onerror=alert(1)>', '<i>Alice</i>'];
    const testApp = await openTestApp({ movies: [{ ...theKid, title, description }] });
    const person = await addPerson(testApp);
    await testApp.db.updateTable('users').set({ display_name }).execute();
    await openProduct(testApp, `/movie/${encodeURIComponent(title)}`, { person });
    expect(await screen.findByRole('heading', { level: 1, name: `${title} 1921` })).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
    expect(await screen.findByRole('button', { name: display_name })).toBeTruthy();
  });

  test('an empty hall is shown and announced while the seats load', async () => {
    const slow = Promise.withResolvers<HeldCall>();
    await openProduct(await openTestApp(), KID_TONIGHT, {
      prepare: (network) => slow.resolve(network.holdNext('GET booked-seats/{title}')),
    });
    const call = await slow.promise;
    await call.arrived;
    expect(screen.getByText('Loading seats').matches('[role=status]')).toBe(true);
    expect(screen.getByText('Screen')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Seat / })).toBeNull();
    call.release();
    await findSeat(1);
    expect(screen.queryByText('Loading seats')).toBeNull();
  });

  test('the Buy Tickets button is shown only when signed in', async () => {
    const testApp = await openTestApp();
    const { user, network } = await openProduct(testApp, KID_TONIGHT);
    await clickSeats(user, [12]);
    expect(screen.getByText('Seat 12')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy Tickets' })).toBeNull();
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('button', { name: 'Sign In' }));
    expect(await findOpenDialog('Sign In'), 'Sign In replaces Buy Tickets').toBeTruthy();
    expect(network.callsOf('GET booked-seats/{title}').map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  test('the chosen date and time are stored in the query without history entries: Back leaves the page', async () => {
    const { user } = await openProduct(await openTestApp(), '/movies');
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await screen.findByRole('button', { name: '06 Mar' });
    const { length } = window.history;
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await user.click(screen.getByRole('button', { name: '20.35' }));
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    await arriveAt(KID_TONIGHT);
    for (const name of ['05 Mar', '20.35']) {
      expect(screen.getByRole('button', { name, pressed: true })).toBeTruthy();
    }
    expect(window.history.length).toBe(length);
    await goBackTo('/movies');
    expect(await screen.findByRole('heading', { level: 1, name: 'Movies' })).toBeTruthy();
    window.history.forward();
    await arriveAt(KID_TONIGHT);
    expect(await findSeat(1)).toBeTruthy();
  });
});

describe('section 2: Movie detail behaviour', () => {
  test('shows five dates from today and four showtimes; a past one, or one within ten minutes, is disabled', async () => {
    const testApp = await openTestApp({ now: Date.parse('2026-03-05T14:20:00+07:00') });
    const { user } = await openProduct(testApp, '/movie/The%20Kid');
    await user.click(await screen.findByRole('button', { name: '05 Mar' }));
    const dates = buttonsOf('Date').map((button) => button.textContent);
    expect(dates).toEqual(['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar']);
    const times = buttonsOf('Showtime').map((button) => [button.textContent, button.matches(':disabled')]);
    expect(Object.fromEntries(times)).toEqual({ '11.40': true, '14.30': true, '17.15': false, '20.35': false });
  });
});

describe('section 2: Seat layout', () => {
  test('before the scripts load, a date is submitted with the chosen time, and a time with the chosen date', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT);
    await findSeat(1);
    const submitted = [...document.querySelectorAll<HTMLInputElement>('main input[type=hidden]')];
    expect(submitted.map(({ name, value }) => [name, value])).toEqual([
      ['time', '20.35'],
      ['date', '05 Mar'],
    ]);
  });

  test('64 seats numbered 1 to 64 in eight rows: four on the left side, four on the right side', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT);
    const map = await screen.findByRole('grid', { name: 'Seats' });
    const rows = within(map)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('button')].map((seat) => seat.textContent));
    expect(rows).toEqual(
      Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, seat) => String(row * 8 + seat + 1))),
    );
    const letters = within(map).getAllByRole('rowheader');
    expect(letters.map((letter) => letter.textContent)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    const seat = screen.getByRole('button', { name: 'Seat 21, row C, right side', pressed: false });
    expect(seat.textContent).toBe('21');
    for (const state of ['Free', 'Selected', 'Booked']) {
      expect(screen.getByText(state, { selector: 'li > span' }), 'the legend').toBeTruthy();
    }
  });

  test('the map is a grid with one tab stop: arrows, Home and End, also with Ctrl or Cmd, move in it', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    const map = await screen.findByRole('grid', { name: 'Seats' });
    expect(map.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
    (await findSeat(1)).focus();
    const steps = [
      ['{ArrowRight}', '2'],
      ['{ArrowDown}', '10'],
      ['{End}', '16'],
      ['{ArrowUp}', '8'],
      ['{Home}', '1'],
      ['{ArrowLeft}', '1'],
      ['{Control>}{End}{/Control}', '64'],
      ['{Control>}{Home}{/Control}', '1'],
      ['{Meta>}{End}{/Meta}', '64'],
      ['{Meta>}{Home}{/Meta}', '1'],
    ] as const;
    for (const [keys, seatNumber] of steps) {
      await user.keyboard(keys);
      expect(document.activeElement?.textContent).toBe(seatNumber);
      expect(map.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
    }
    await user.keyboard(' ');
    expect((await findSeat(1)).getAttribute('aria-pressed')).toBe('true');
  });

  test('Tab returns to the last focused seat, reached by keyboard or by pointer', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    const leaveAndComeBack = async () => {
      await user.tab();
      expect(document.activeElement?.textContent).toBe('Show as list');
      await user.tab({ shift: true });
      return document.activeElement?.textContent;
    };
    (await findSeat(1)).focus();
    await user.keyboard('{ArrowDown}{ArrowRight}');
    expect(await leaveAndComeBack()).toBe('10');
    await user.click(await findSeat(37));
    expect(await leaveAndComeBack()).toBe('37');
  });
});

describe('section 4: Seat selection', () => {
  test('a click selects a free seat and deselects a selected one; the page shows their rows, and screen readers read their numbers', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    await clickSeats(user, [13, 12]);
    expect(selectedSeats()).toEqual(['12', '13']);
    expect(screen.getByText('Row B · 12–13').closest('[aria-hidden=true]')).not.toBeNull();
    expect(screen.getByText('Seats 12 and 13').classList).toContain(visuallyHidden);
    expect(screen.getByText('Rp.70.000')).toBeTruthy();
    await clickSeats(user, [12]);
    expect(selectedSeats()).toEqual(['13']);
    expect(screen.getByText('Rp.35.000')).toBeTruthy();
  });
});

describe('section 2, Screens: a film that is not showing', () => {
  test('an unknown film shows a message and a link to the movies', async () => {
    const { user } = await openProduct(await openTestApp({ movies: [nosferatu] }), '/movie/Unknown');
    expect(await screen.findByText('This film is not showing')).toBeTruthy();
    expect(document.title).toBe('Film not found · Nobar Now');
    await user.click(screen.getByRole('link', { name: 'See the movies' }));
    await arriveAt('/movies');
  });
});

describe('section 2, Screens: Back to a hall', () => {
  test('shows the seats and the selection at once, without another request for the seats', async () => {
    const { user, network } = await openProduct(await openTestApp(), KID_TONIGHT);
    await clickSeats(user, [40]);
    await visitMovies(user);
    await goBackTo(KID_TONIGHT);
    expect(selectedSeats()).toEqual(['40']);
    expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(1);
  });

  test('shows no seats if the showtime has closed in the meantime', async () => {
    const testApp = await openTestApp();
    const { user } = await openProduct(testApp, KID_TONIGHT);
    await findSeat(1);
    await visitMovies(user);
    testApp.clock.now = Date.parse('2026-03-05T20:35:00+07:00');
    await goBackTo(KID_TONIGHT);
    expect(screen.getByText(messages.selectShowtime)).toBeTruthy();
    expect(screen.queryByLabelText(/^Seat 1,/)).toBeNull();
  });

  test('does not report a seat as taken that the user has bought since from a newer history entry', async () => {
    const { testApp, user } = await openSignedIn(KID_TONIGHT, { balance: 100_000 });
    await clickSeats(user, [40]);
    await visitMovies(user);
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await user.click(await screen.findByRole('button', { name: '05 Mar' }));
    await user.click(screen.getByRole('button', { name: '20.35' }));
    await findSeat(40);
    const dialog = await reviewPurchase(user, []);
    await user.click(within(dialog).getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', messages.purchaseSuccess);
    await passTime(testApp, 1500);
    await arriveAt('/');
    window.history.go(-3);
    await arriveAt(KID_TONIGHT);
    await waitFor(async () => expect((await findSeat(40)).textContent).toBe('×'));
    expect([selectedSeats(), screen.queryByRole('alert')]).toEqual([[], null]);
  });
});
