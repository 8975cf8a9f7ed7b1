import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { messages } from '#domain/messages.ts';
import { navigate } from '#machines/navigation.ts';
import { badge } from '../../src/web/components/AgeBadge.css.ts';
import { title as underlined } from '../../src/web/components/SectionHeader.css.ts';
import { visuallyHidden } from '../../src/web/styles/visuallyHidden.css.ts';
import { nosferatu, theKid } from '../server/catalogueMovies.ts';
import { addPerson, buy } from '../server/people.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { answeredByProxy, broken, garbage, unreachable, type MockResponse } from './network.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import {
  arriveAt,
  clickSeats,
  findOpenDialog,
  findSeat,
  findToast,
  goBackTo,
  goForwardTo,
  KID_TONIGHT,
  whereabouts,
} from './visitor.ts';

/** The cinema answers as if no showtime was chosen. */
const ofNoHall: MockResponse = async () => Response.json([]);

const INVITATION = 'Please select a date and time to see available seats';

function buttonsOf(group: string): HTMLElement[] {
  return within(screen.getByRole('group', { name: group })).getAllByRole('button');
}

function section(name: string) {
  return within(screen.getByRole('region', { name }));
}

/** The headings of the page with their levels. */
function outline(): string[] {
  return screen.getAllByRole('heading').map(({ tagName, textContent }) => `${tagName.toLowerCase()} ${textContent}`);
}

function selectedSeats(): (string | undefined)[] {
  return screen.getAllByRole('button', { pressed: true, name: /^Seat / }).map((seat) => seat.dataset['seat']);
}

describe('section 2, Routes: /movie/:movieTitle', () => {
  test('the page shows poster, title and release year, description and price', async () => {
    await openProduct(await openTestApp(), '/movie/Nosferatu');
    expect(await screen.findByRole('heading', { level: 1, name: 'Nosferatu 1922' })).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Poster of Nosferatu' }).getAttribute('src')).toBe('/posters/nosferatu.svg');
    expect(screen.getByText('A count who travels only by night.')).toBeTruthy();
    expect(screen.getByText('Rp.40.000 a seat')).toBeTruthy();
    expect(document.title).toBe('Nosferatu (1922) · Nobar Now');
  });

  test.each([
    [0, badge.green],
    [11, badge.green],
    [12, badge.blue],
    [13, badge.blue],
    [14, badge.red],
    [21, badge.red],
  ])('the age-rating badge of a film rated %i has its colour (section 9)', async (age_rating, colour) => {
    await openProduct(await openTestApp({ movies: [{ ...theKid, age_rating }] }), '/movie/The%20Kid');
    expect((await screen.findByText(`${age_rating}+`)).className).toBe(colour);
  });

  test.each(['50% off? A/B #1 🎬', 'You & I + 50%2F50'])('the title %s has its page', async (title) => {
    await openProduct(await openTestApp({ movies: [{ ...theKid, title }] }), `/movie/${encodeURIComponent(title)}`);
    expect(await screen.findByRole('heading', { level: 1, name: `${title} 1921` })).toBeTruthy();
  });

  test('reliability 28: markup in a title, a description or a display name is text', async () => {
    const [title, description, display_name] = ['<b>The</b> Kid', '<img src=x onerror=alert(1)>', '<i>Alice</i>'];
    const testApp = await openTestApp({ movies: [{ ...theKid, title, description }] });
    const person = await addPerson(testApp);
    await testApp.db.updateTable('users').set({ display_name }).execute();
    await openProduct(testApp, `/movie/${encodeURIComponent(title)}`, { person });
    expect(await screen.findByRole('heading', { level: 1, name: `${title} 1921` })).toBeTruthy();
    expect(screen.getByText(description)).toBeTruthy();
    expect(await screen.findByRole('button', { name: display_name })).toBeTruthy();
  });

  test('the Buy Tickets button is shown only when signed in', async () => {
    const testApp = await openTestApp();
    const { user, network } = await openProduct(testApp, KID_TONIGHT);
    await clickSeats(user, [12]);
    expect(screen.getByText('Seat 12')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy Tickets' })).toBeNull();
    const main = within(screen.getByRole('main'));
    await user.click(main.getByRole('button', { name: 'Sign In' }));
    expect(await findOpenDialog('Sign In'), 'Sign In stands in its place').toBeTruthy();
    expect(network.callsOf('GET booked-seats/{title}').map(({ authorization }) => authorization)).toEqual([undefined]);
  });

  test('who is too young is told before seats are chosen, too', async () => {
    const testApp = await openTestApp();
    await openProduct(testApp, '/movie/Nosferatu', { person: await addPerson(testApp, { age: 13 }) });
    expect(await screen.findByText('Sorry but you are not old enough (13) to watch this movie :)')).toBeTruthy();
  });

  test('the chosen date and time are kept in the query parameters date and time', async () => {
    const { user } = await openProduct(await openTestApp(), '/movie/The%20Kid');
    await user.click(await screen.findByRole('button', { name: '07 Mar' }));
    await arriveAt('/movie/The%20Kid?date=07+Mar');
    await user.click(screen.getByRole('button', { name: '17.15' }));
    await arriveAt('/movie/The%20Kid?date=07+Mar&time=17.15');
    expect(screen.getByRole('button', { name: '07 Mar', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: '17.15', pressed: true })).toBeTruthy();
  });

  test('an address with date and time opens the seats', async () => {
    await openProduct(await openTestApp(), '/movie/The%20Kid?date=07%20Mar&time=17.15');
    expect(await findSeat(1)).toBeTruthy();
    expect(screen.getByRole('button', { name: '07 Mar', pressed: true })).toBeTruthy();
    expect(screen.getByRole('button', { name: '17.15', pressed: true })).toBeTruthy();
  });

  test.each(['/movie/The%20Kid?date=31+Dec&time=17.15', '/movie/The%20Kid?date=05+Mar&time=12.00'])(
    'an address with a showtime that is not on offer opens no seats: %s',
    async (address) => {
      const { network } = await openProduct(await openTestApp(), address);
      expect(await screen.findByText(INVITATION)).toBeTruthy();
      expect(network.callsOf('GET booked-seats/{title}')).toEqual([]);
    },
  );

  test('an address gone to by Back or a link opens its showtime and its seats', async () => {
    const testApp = await openTestApp();
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [5] });
    const { runtime } = await openProduct(testApp, KID_TONIGHT);
    expect((await findSeat(5)).textContent).toBe('×');
    runtime.notify(navigate('/movie/The%20Kid?date=06+Mar&time=20.35'));
    await waitFor(async () => expect((await findSeat(5)).textContent).toBe('5'));
    await goBackTo(KID_TONIGHT);
    await waitFor(async () => expect((await findSeat(5)).textContent).toBe('×'));
  });

  test('the focus stays on the date and on the time that are chosen', async () => {
    const { user } = await openProduct(await openTestApp(), '/movie/The%20Kid');
    for (const name of ['06 Mar', '20.35', '05 Mar']) {
      const button = await screen.findByRole('button', { name });
      await user.click(button);
      await screen.findByRole('button', { name, pressed: true });
      expect(document.activeElement).toBe(button);
    }
  });

  test('choosing a date or a time adds no step of history, and Back leaves the page', async () => {
    const { user } = await openProduct(await openTestApp(), '/movies');
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await screen.findByRole('button', { name: '06 Mar' });
    const { length } = window.history;
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await user.click(screen.getByRole('button', { name: '20.35' }));
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    await arriveAt(KID_TONIGHT);
    expect(window.history.length).toBe(length);
    await goBackTo('/movies');
    expect(await screen.findByRole('heading', { level: 1, name: 'Movies' })).toBeTruthy();
    await goForwardTo(KID_TONIGHT);
    expect(await findSeat(1)).toBeTruthy();
  });
});

describe('section 2: each section has a header with an uppercase title and an accent underline', () => {
  test('Schedule holds the dates and times, Seats the seats; before a showtime is chosen, too', async () => {
    const { user, network } = await openProduct(await openTestApp(), '/movie/The%20Kid?date=05+Mar');
    await screen.findByText(INVITATION);
    expect(outline()).toEqual(['h1 The Kid 1921', 'h2 Schedule', 'h2 Seats']);
    for (const name of ['Schedule', 'Seats']) {
      expect(section(name).getByRole('heading', { level: 2, name }).className).toBe(underlined);
    }
    expect(section('Schedule').getByRole('group', { name: 'Date' })).toBeTruthy();
    expect(section('Schedule').getByRole('group', { name: 'Showtime' })).toBeTruthy();
    expect(section('Seats').getByText(INVITATION)).toBeTruthy();

    const { arrived, release } = network.holdNext('GET booked-seats/{title}');
    await user.click(screen.getByRole('button', { name: '20.35' }));
    await arrived;
    expect(outline()).toEqual(['h1 The Kid 1921', 'h2 Schedule', 'h2 Seats']);
    expect(section('Seats').getByText('Loading seats')).toBeTruthy();
    release();
    await findSeat(1);
    expect(outline()).toEqual(['h1 The Kid 1921', 'h2 Schedule', 'h2 Seats']);
    expect(section('Seats').getByRole('grid', { name: 'Seats' })).toBeTruthy();
  });

  test('they stand when the seats cannot be fetched', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT, {
      prepare: ({ nextCall }) => nextCall('GET booked-seats/{title}', unreachable),
    });
    await screen.findByText('The seats could not be loaded');
    expect(outline()).toEqual(['h1 The Kid 1921', 'h2 Schedule', 'h2 Seats']);
    expect(section('Seats').getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('section 2: Movie detail behaviour', () => {
  test('seats are shown only after a showtime is chosen; before that the page says so', async () => {
    const { user } = await openProduct(await openTestApp(), '/movie/The%20Kid');
    expect(await screen.findByText(INVITATION)).toBeTruthy();
    expect(screen.queryByRole('grid', { name: 'Seats' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    expect(screen.getByText(INVITATION)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '20.35' }));
    expect(await screen.findByRole('grid', { name: 'Seats' })).toBeTruthy();
    expect(screen.queryByText(INVITATION)).toBeNull();
  });

  test('date buttons: today plus the next 4 days (5 buttons), formatted DD MMM', async () => {
    await openProduct(await openTestApp(), '/movie/The%20Kid');
    await screen.findByRole('heading', { name: 'The Kid 1921' });
    expect(buttonsOf('Date').map((button) => button.textContent)).toEqual([
      '05 Mar',
      '06 Mar',
      '07 Mar',
      '08 Mar',
      '09 Mar',
    ]);
  });

  test('showtime buttons: 11.40, 14.30, 17.15, 20.35', async () => {
    await openProduct(await openTestApp(), '/movie/The%20Kid');
    await screen.findByRole('heading', { name: 'The Kid 1921' });
    expect(buttonsOf('Showtime').map((button) => button.textContent)).toEqual(['11.40', '14.30', '17.15', '20.35']);
  });

  test.each([
    ['14:19:59', ['11.40']],
    ['14:20:00', ['11.40', '14.30']],
    ['17:30:00', ['11.40', '14.30', '17.15']],
    ['20:26:00', ['11.40', '14.30', '17.15', '20.35']],
  ])(
    'at %s a showtime button is disabled if it starts within 10 minutes or is already past',
    async (time, disabled) => {
      const testApp = await openTestApp({ now: Date.parse(`2026-03-05T${time}+07:00`) });
      const { user } = await openProduct(testApp, '/movie/The%20Kid');
      await user.click(await screen.findByRole('button', { name: '05 Mar' }));
      expect(
        buttonsOf('Showtime')
          .filter((button) => button.matches(':disabled'))
          .map((button) => button.textContent),
      ).toEqual(disabled);
    },
  );
});

describe('section 2: Seat layout', () => {
  test('64 seats numbered 1 to 64 in eight rows: four on the left side, four on the right side', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT);
    const map = await screen.findByRole('grid', { name: 'Seats' });
    const rows = within(map)
      .getAllByRole('row')
      .map((row) => [...row.querySelectorAll('button')].map((seat) => seat.textContent));
    expect(rows).toEqual(
      Array.from({ length: 8 }, (_, row) => Array.from({ length: 8 }, (_, seat) => String(row * 8 + seat + 1))),
    );
    expect(
      within(map)
        .getAllByRole('rowheader')
        .map((letter) => letter.textContent),
    ).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
  });

  test.each([
    [1, 'Seat 1, row A, left side'],
    [4, 'Seat 4, row A, left side'],
    [5, 'Seat 5, row A, right side'],
    [21, 'Seat 21, row C, right side'],
    [57, 'Seat 57, row H, left side'],
    [64, 'Seat 64, row H, right side'],
  ])('seat %i is a button named %s', async (seatNumber, name) => {
    await openProduct(await openTestApp(), KID_TONIGHT);
    await screen.findByRole('grid', { name: 'Seats' });
    expect(screen.getByRole('button', { name, pressed: false }).textContent).toBe(String(seatNumber));
  });

  test('the legend tells Free, Selected and Booked', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT);
    await screen.findByRole('grid', { name: 'Seats' });
    expect(screen.getByText('Screen')).toBeTruthy();
    for (const state of ['Free', 'Selected', 'Booked']) {
      expect(screen.getByText(state, { selector: 'li' })).toBeTruthy();
    }
  });

  test('the map is a grid with one tab stop: arrows, Home, End, Ctrl+Home and Ctrl+End move in it', async () => {
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
    ] as const;
    for (const [keys, seatNumber] of steps) {
      await user.keyboard(keys);
      expect(document.activeElement?.textContent).toBe(seatNumber);
      expect(map.querySelectorAll('button[tabindex="0"]')).toHaveLength(1);
    }
    await user.keyboard(' ');
    expect((await findSeat(1)).getAttribute('aria-pressed')).toBe('true');
  });

  test('Tab comes back to the seat that was left last, by the keys or by the pointer', async () => {
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
  test('free, selected: clicking a free seat selects it, clicking a selected seat deselects it', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    await clickSeats(user, [13, 12]);
    expect(selectedSeats()).toEqual(['12', '13']);
    expect(screen.getByText('Row B · 12-13')).toBeTruthy();
    expect(screen.getByText('Rp.70.000')).toBeTruthy();
    await clickSeats(user, [12]);
    expect(selectedSeats()).toEqual(['13']);
    expect(screen.getByText('Rp.35.000')).toBeTruthy();
  });

  test('seats that are chosen are said once: their rows to be seen, their numbers to be heard', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    await clickSeats(user, [30, 12, 28, 29]);
    const rows = ['Row B · 12', 'Row D · 28-30'].map((row) => screen.getByText(row));
    expect(rows.map((row) => row.closest('[aria-hidden=true]') !== null)).toEqual([true, true]);
    expect(screen.getByText('Seats 12, 28, 29 and 30').classList).toContain(visuallyHidden);
  });

  test('booked seats are disabled: they read x, say Booked and cannot be chosen', async () => {
    const testApp = await openTestApp();
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12, 13] });
    const { user } = await openProduct(testApp, KID_TONIGHT);
    const booked = await screen.findByRole('button', { name: 'Seat 12, row B, left side', description: 'Booked' });
    expect(booked.textContent).toBe('×');
    expect(booked.getAttribute('aria-disabled')).toBe('true');
    await clickSeats(user, [12, 13, 14]);
    expect(selectedSeats()).toEqual(['14']);
  });

  test('once as many are selected as a purchase may hold others cannot be added, and a live message says so', async () => {
    const { user } = await openProduct(await openTestApp(), KID_TONIGHT);
    await clickSeats(user, seatsFrom(1, MAXIMUM_SEATS - 1));
    expect(screen.queryByText(messages.maximumSeats)).toBeNull();
    await clickSeats(user, [MAXIMUM_SEATS]);
    const message = await screen.findByText(messages.maximumSeats);
    expect(message.closest('[role=status], [aria-live=polite]')).not.toBeNull();
    expect((await findSeat(40)).getAttribute('aria-disabled')).toBe('true');
    await clickSeats(user, [40]);
    expect(selectedSeats()).toEqual(seatsFrom(1).map(String));
    await clickSeats(user, [1, 40]);
    expect(selectedSeats()).toEqual([...seatsFrom(2, MAXIMUM_SEATS - 1), 40].map(String));
  });
});

describe('section 8: a film or its seats cannot be fetched', () => {
  test.each([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['502 of a proxy', answeredByProxy(502), 'The cinema cannot be reached. Check your connection and try again.'],
    ['504 of a proxy', answeredByProxy(504), 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
  ])(
    'the film (%s): the sentence stands in place with Retry and in a toast, and Retry brings the film',
    async (_, mockResponse, message) => {
      const { user } = await openProduct(await openTestApp(), '/movie/The%20Kid', {
        prepare: (network) => network.nextCall('GET movie/{title}', mockResponse),
      });
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(message)).toBeTruthy();
      expect(await findToast('bottom-left', message)).toBeTruthy();
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test.each([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
    ['of no hall', ofNoHall, 'The cinema gave an answer that cannot be read. Please try again.'],
  ])(
    'the seats (%s): the sentence stands in place with Retry and in a toast, and Retry brings the seats',
    async (_, mockResponse, message) => {
      const { user } = await openProduct(await openTestApp(), KID_TONIGHT, {
        prepare: (network) => network.nextCall('GET booked-seats/{title}', mockResponse),
      });
      const alert = await screen.findByRole('alert');
      expect(within(alert).getByText(message)).toBeTruthy();
      expect(await findToast('bottom-left', message)).toBeTruthy();
      expect(screen.getByRole('heading', { level: 1, name: 'The Kid 1921' })).toBeTruthy();
      await user.click(within(alert).getByRole('button', { name: 'Retry' }));
      expect(await findSeat(1)).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(whereabouts()).toBe(KID_TONIGHT);
    },
  );

  test('an unknown film has its own page with a way on', async () => {
    const { user } = await openProduct(await openTestApp({ movies: [nosferatu] }), '/movie/Unknown');
    expect(await screen.findByText('This film is not showing')).toBeTruthy();
    expect(document.title).toBe('Film not found · Nobar Now');
    await user.click(screen.getByRole('link', { name: 'See the movies' }));
    await arriveAt('/movies');
  });
});
