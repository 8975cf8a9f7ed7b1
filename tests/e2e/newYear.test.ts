import { describe, expect, onTestFinished } from 'vitest';
import { seatName } from '#domain/seats.ts';
import { sentences } from '#domain/sentences.ts';
import { ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { startCinemaAt } from './startCinemaAt.ts';
import { toast } from './toast.ts';

describe('section 9: dates around New Year', () => {
  test('on 30 December 02 Jan can be chosen and bought, and is next year', async ({ visit }) => {
    const instant = Date.parse('2026-12-30T10:00:00+07:00');
    const cinema = await startCinemaAt(instant);
    onTestFinished(cinema.stop);
    const member = await signUpMember(cinema.url, { balance: 100_000 });
    const { page } = await visit({ url: cinema.url, token: member.token });
    await page.clock.setFixedTime(instant);
    await page.goto('/movie/The%20Kid');
    const dates = page.getByRole('group', { name: 'Date' }).getByRole('button');
    await dates.first().waitFor();
    expect(await dates.allTextContents()).toEqual(['30 Dec', '31 Dec', '01 Jan', '02 Jan', '03 Jan']);
    await page.getByRole('button', { name: '02 Jan' }).click();
    await page.getByRole('button', { name: '11.40' }).click();
    await page.getByRole('button', { name: seatName(64) }).click();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(page, sentences.purchaseSuccess).waitFor();
    await page.waitForURL('/');

    await page.goto('/my-tickets');
    const ticket = page.getByRole('listitem', { name: 'The Kid' });
    await ticket.getByText('02 Jan, 11.40').waitFor();
    await ticket.getByRole('button', { name: 'Cancel' }).waitFor();
    expect(await ticketsOf(cinema.url, member)).toEqual([
      expect.objectContaining({ showtimeDate: '02 Jan', startsAt: '2027-01-02T04:40:00.000Z' }),
    ]);
  });
});
