import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { addPerson, buy } from '../server/people.ts';
import type { CallKind, MockResponse } from './network.ts';
import { openProduct, openTestApp } from './openProduct.tsx';
import { findSeat, findToast, KID_TONIGHT, pathAndQuery } from './visitor.ts';

/** An error response whose code this version does not know. */
const ofNewerServer: MockResponse = async () =>
  Response.json({ status: 502, code: 'bank_silent', message: 'The bank does not answer' }, { status: 502 });

/** A response without the seats of a hall, as for a request without a showtime. */
const withoutSeats: MockResponse = async () => Response.json([]);

/** The heading of the error message for each request, and a query for the content that shows after a retry. */
const parts = {
  'GET booked-seats/{title}': ['The seats', () => findSeat(1)],
  'GET user/tickets': ['Your tickets?', () => screen.findByText('Seats 12 and 13')],
} satisfies Partial<Record<CallKind, [heading: string, find: () => Promise<HTMLElement>]>>;

describe('section 8: failed requests for data', () => {
  test.each<[string, string, keyof typeof parts, MockResponse, string]>([
    ['/my-tickets', 'a code of a newer server', 'GET user/tickets', ofNewerServer, 'The bank does not answer'],
    [KID_TONIGHT, 'an empty list', 'GET booked-seats/{title}', withoutSeats, messages.unreadableAnswer],
  ])(
    'at %s (%s): the message shows on the page and in a toast; Retry removes it and loads the data',
    async (path, _, call, mockResponse, message) => {
      const testApp = await openTestApp();
      const person = await addPerson(testApp, { balance: 200_000 });
      await buy(testApp, person, { seatNumbers: [12, 13] });
      const isOfFilm = path.startsWith('/movie/');
      const { user, network } = await openProduct(testApp, path, {
        person,
        prepare: ({ holdNext, nextCall }) => {
          // A page requests no film that is already in the list of films.
          if (isOfFilm) holdNext('GET movie');
          nextCall(call, mockResponse);
        },
      });
      const [heading, find] = parts[call];
      const alert = within(await screen.findByRole('alert'));
      expect(alert.getByText(new RegExp(`^${heading} could not be loaded$`))).toBeTruthy();
      expect(alert.getByText(message)).toBeTruthy();
      expect(await findToast(isOfFilm ? 'bottom-left' : 'top-right', message)).toBeTruthy();
      expect(screen.queryByText(messages.noTickets)).toBeNull();
      const again = network.holdNext(call);
      await user.click(alert.getByRole('button', { name: 'Retry' }));
      await again.arrived;
      expect(screen.queryByRole('alert'), 'nothing has failed while the data loads again').toBeNull();
      again.release();
      expect(await find()).toBeTruthy();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(pathAndQuery()).toBe(path);
    },
  );
});
