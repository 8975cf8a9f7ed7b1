import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import { openProduct, openTestApp } from '../web/openProduct.tsx';
import { findOpenDialog, saidOnOpening } from '../web/visitor.ts';

test('the dialog that cancels a ticket has its date in Indonesian', async () => {
  const cinema = await openTestApp({ now: Date.parse('2026-08-29T20:20:00+07:00') });
  const person = await addPerson(cinema, { balance: 200_000 });
  await buy(cinema, person, { showtimeDate: '29 Aug', seatNumbers: [12, 13, 14] });
  const { user } = await openProduct(cinema, '/id/my-tickets', { person });
  await user.click(await screen.findByRole('button', { name: 'Batalkan' }));
  await findOpenDialog('Batalkan Tiket');
  expect(saidOnOpening()).toBe('The Kid, 29 Agu, 20.35Kursi 12, 13, dan 14Rp.105.000 akan dikembalikan ke saldo Anda.');
});
