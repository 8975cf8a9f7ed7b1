import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, hold, releaseHold } from '../server/people.ts';
import { openSignedIn } from './openProduct.tsx';
import { clickSeats, findSeat, KID_TONIGHT } from './visitor.ts';

const HELD = 'Seat 28, row D, left side, held';

test('a seat that another user holds is shown as held, in map, list and legend, until it is released', async () => {
  const { testApp, user } = await openSignedIn(KID_TONIGHT);
  const other = await addPerson(testApp);
  await clickSeats(user, [27]);
  expect(screen.queryByText('Held')).toBeNull();

  await hold(testApp, other, { seatNumbers: [28] });
  const seat = await screen.findByRole('button', { name: HELD });
  expect(screen.getByText('Held')).toBeTruthy();
  await user.click(seat);
  expect([seat.ariaDisabled, seat.ariaPressed]).toEqual(['true', 'false']);

  await user.click(screen.getByRole('button', { name: 'Show as list' }));
  expect(await screen.findByText('Row D: 6 free, 1 selected')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Seat 28, row D, left side', description: 'Held' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show as list' }));

  await releaseHold(testApp, other);
  await waitFor(() => expect(screen.queryByText('Held')).toBeNull());
  expect((await findSeat(28)).ariaDisabled).toBeNull();
});

test('Best seats avoids held seats', async () => {
  const { testApp, user } = await openSignedIn(KID_TONIGHT);
  await hold(testApp, await addPerson(testApp), { seatNumbers: [28, 29] });
  await screen.findByRole('button', { name: HELD });
  await user.click(screen.getByRole('button', { name: 'Best 2 seats' }));
  expect(screen.getByText('Seats 35 and 36')).toBeTruthy();
});
