import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { seatName } from '#messages/seats.ts';

describe('watching together', () => {
  test('a user copies an invitation link, and Best seats picks adjacent seats for the friend who opens it', async ({
    product,
    visit,
  }) => {
    const host = await signUpMember(product.url, { balance: 1_000_000 });
    await buySeats(product.url, host, 'The General', tomorrowEvening(), [27, 28]);
    const { page } = await visit({ token: host.token });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/my-tickets');
    await page.getByRole('button', { name: 'Invite friends' }).click();
    await toast(page, 'Link copied').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).searchParams.get('beside')).toBe('27,28');

    const { page: theirs } = await visit();
    await theirs.goto(link);
    await theirs.getByText('Your friends sit in row D, seats 27 and 28').waitFor();
    await theirs.getByRole('button', { name: `${seatName(27)}, your friends` }).waitFor();
    await theirs.getByRole('button', { name: 'Best 2 seats' }).click();
    await theirs.getByText('Seats 25 and 26', { exact: true }).waitFor();
  });

  test('the server renders the link’s preview title and marks the friends’ seats', async ({ product }) => {
    const host = await signUpMember(product.url, { balance: 1_000_000 });
    const evening = tomorrowEvening();
    await buySeats(product.url, host, 'Nosferatu', evening, [63, 64]);
    const answer = await fetch(`${product.url}${addressOf('Nosferatu', evening)}&beside=63,64`);
    const html = await answer.text();
    const title = new RegExp(`Watch Nosferatu with friends, \\w{3} ${evening.showtimeDate}, 20\\.35`);
    expect(/<title>([^<]*)/.exec(html)?.[1]).toMatch(title);
    expect(/property="og:title" content="([^"]*)/.exec(html)?.[1]).toMatch(title);
    expect(html).toContain('Your friends sit in row H, seats 63 and 64');
    expect(html).toContain(`${seatName(63)}, your friends`);
  });
});
