import { constants, inflateSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { ticketPath } from '#domain/paths.ts';
import { messages } from '../fixtures/messages.ts';
import { balanceOf, buySeats, callApi, holdSeats, soldSeats, ticketsOf } from './callApi.ts';
import { engines, test } from './engines/inEngines.ts';
import { isChipRinged, isMarked, markSavedAbout, postersFetched } from './engines/inPage.ts';
import { signUpMember, stranger } from './people.ts';
import { addressOf, dateIn, tomorrowEvening } from './showtimes.ts';
import { rules } from '#messages/rules.ts';
import { seatName } from '#messages/seats.ts';

const STREAM = /(?<!end)stream\r?\n/g;
/** A glyph without a character in a ToUnicode table. */
const UNREADABLE = /<[\da-f]+> <fffd>/gi;

// The engines run in parallel, but the tests of one engine in sequence, because they share its keyboard.
const IN_TURN = { concurrent: false };

describe.concurrent.each(engines)('in %s', (engine) => {
  test(
    'a user signs up, tops up, selects seats while others buy, pays, cancels, withdraws and logs out',
    IN_TURN,
    async ({ product, visitIn }) => {
      const hall = { ...tomorrowEvening(), showtimeDate: dateIn(1 + engines.indexOf(engine)) };
      const person = { ...stranger(), username: `Ana in ${engine}` };
      const rival = await signUpMember(product.url, { balance: 100_000 });
      const visitor = await visitIn(engine);
      await visitor.open('/');

      await visitor.click('button', 'Sign In');
      await visitor.click('button', 'Sign Up');
      await visitor.type('User name', person.username);
      await visitor.type('Display name', person.displayName);
      await visitor.type('Age', String(person.age));
      await visitor.type('Password', person.password);
      await visitor.type('Confirm password', person.password);
      await visitor.press('Enter');
      await visitor.sees(messages.signUpSuccess);

      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'Top Up');
      await visitor.click('radio', '50k');
      await visitor.press('ArrowRight', 'ArrowRight');
      await visitor.finds({ role: 'radio', name: '100k', checked: true });
      expect(await visitor.evaluate(isChipRinged), 'the amount selected by an arrow key shows its focus ring').toBe(
        true,
      );
      await visitor.click('button', 'Top Up');
      await visitor.click('button', 'Confirm');
      await visitor.sees(messages.topUpSuccess);
      await visitor.comesTo('/');

      await visitor.click('link', 'Movies');
      await visitor.type('Search movies', 'metro');
      await visitor.click('link', 'Metropolis 1927');
      await visitor.click('button', hall.showtimeDate);
      const posters = v.parse(v.array(v.string()), await visitor.evaluate(postersFetched));
      expect(posters, 'no poster is loaded twice between Home and a film').toEqual([...new Set(posters)]);
      await visitor.click('button', hall.showtimeTime);
      await visitor.click('button', 'Best 1 seat');
      await visitor.sees('Seat 28');
      await visitor.click('button', seatName(28));
      await visitor.click('button', seatName(21));
      await visitor.press('ArrowRight', 'Space');
      await visitor.sees('Seats 21 and 22');
      await buySeats(product.url, rival, 'Metropolis', hall, [23]);
      await visitor.finds({ role: 'button', name: seatName(23), description: 'Booked' });
      await visitor.click('button', 'Buy Tickets');
      await visitor.sees('Change Rp.10.000');
      await visitor.click('button', 'Buy');
      await visitor.sees(messages.purchaseSuccess);
      await visitor.comesTo('/');
      expect(await soldSeats(product.url, 'Metropolis', hall)).toEqual([21, 22, 23]);

      const { token } = v.parse(sessionUserSchema, await callApi(product.url, 'POST', 'user/signin', { body: person }));
      const [ticket] = await ticketsOf(product.url, { token });
      const ticketId = ticket?.id ?? 'never sold';
      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'My Tickets');
      await visitor.click('link', 'Open ticket for Metropolis');
      await visitor.comesTo(ticketPath(ticketId));
      await visitor.finds({ role: 'img', name: `QR code of ticket ${ticketId}` });

      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'My Tickets');
      await visitor.click('button', 'Cancel');
      await visitor.type('Password', person.password);
      await visitor.click('button', 'Cancel Ticket');
      await visitor.sees(messages.noTickets);
      expect(await balanceOf(product.url, { token })).toBe(100_000);
      expect(await soldSeats(product.url, 'Metropolis', hall)).toEqual([23]);

      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'Withdraw');
      await visitor.type('Other amount', '40000');
      await visitor.press('Enter');
      await visitor.type('Password', person.password);
      await visitor.press('Enter');
      await visitor.sees(messages.withdrawSuccess);
      await visitor.comesTo('/');
      expect(await balanceOf(product.url, { token })).toBe(60_000);

      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'Withdraw');
      await visitor.type('Other amount', 'ten');
      await visitor.press('Enter');
      await visitor.sees(rules.withdrawalNotPlain);
      await visitor.click('button', person.displayName);
      await visitor.click('menuitem', 'LOG OUT');
      await visitor.finds({ role: 'button', name: 'Sign In' });
    },
  );

  test(
    'a toast does not cover an open menu, F8 reaches it, and dismissing it returns the focus',
    IN_TURN,
    async ({ product, visitIn }) => {
      const member = await signUpMember(product.url);
      const visitor = await visitIn(engine);
      await visitor.open('/movies');
      await visitor.click('button', 'Sign In');
      await visitor.type('User name', member.username);
      await visitor.type('Password', member.password);
      await visitor.press('Enter');
      await visitor.sees(messages.signInSuccess);
      // A toast does not close while the window is in the background.
      await visitor.evaluate(() => dispatchEvent(new Event('blur')));
      await visitor.click('button', member.displayName);
      await visitor.click('menuitem', 'Top Up');
      await visitor.isAt('main');
      await visitor.sees(messages.signInSuccess);
      await visitor.press('F8', 'Tab', 'Tab');
      await visitor.isAt('button', 'Dismiss');
      await visitor.press('Enter');
      await visitor.isAt('main');
    },
  );

  test(
    'a user shares two seats beside a held one, buys one of them, and sees the rest as kept',
    IN_TURN,
    async ({ product, visitIn }) => {
      const hall = { ...tomorrowEvening(), showtimeTime: engine === 'Firefox' ? '11.40' : '14.30' } as const;
      const member = await signUpMember(product.url, { balance: 100_000 });
      const visitor = await visitIn(engine, { token: member.token });
      await holdSeats(product.url, await signUpMember(product.url), 'Metropolis', hall, [30]);
      await visitor.open(addressOf('Metropolis', hall));
      await visitor.finds({ role: 'button', name: `${seatName(30)}, held` });
      await visitor.click('button', seatName(28));
      await visitor.click('button', seatName(29));
      await visitor.click('button', 'Share these seats');
      await visitor.sees('0 of 2 paid');
      await visitor.click('button', `${seatName(28)}, kept for you and your friends`);
      await visitor.click('button', 'Buy Tickets');
      await visitor.click('button', 'Buy');
      await visitor.sees(messages.purchaseSuccess);
      await visitor.comesTo('/');
      await visitor.open(addressOf('Metropolis', hall));
      await visitor.sees('1 of 2 paid');
      await visitor.finds({ role: 'button', name: `${seatName(29)}, kept for you and your friends` });
      expect(await soldSeats(product.url, 'Metropolis', hall)).toEqual([28]);
    },
  );

  test(
    'a second visit shows the saved document, and the next one the fresh document',
    IN_TURN,
    async ({ expect, visitIn }) => {
      const visitor = await visitIn(engine);
      await visitor.open('/about');
      await visitor.finds({ role: 'button', name: 'Sign In' });
      await expect.poll(() => visitor.evaluate(markSavedAbout)).toBe(true);
      await visitor.open('/about');
      await visitor.finds({ role: 'button', name: 'Sign In' });
      expect(await visitor.evaluate(isMarked)).toBe(true);
      await expect
        .poll(async () => {
          await visitor.open('/about');
          return visitor.evaluate(isMarked);
        })
        .toBe(false);
    },
  );

  // WebKit's driver can neither block cookies nor print.
  if (engine === 'Firefox') {
    test(
      'the pages work with blocked cookies and site data: a user signs in and selects seats',
      IN_TURN,
      async ({ blockedVisitor: visitor, product }) => {
        const member = await signUpMember(product.url, { balance: 100_000 });
        await visitor.open(addressOf('Metropolis', { ...tomorrowEvening(), showtimeDate: dateIn(3) }));
        await visitor.click('button', 'Sign In');
        await visitor.type('User name', member.username);
        await visitor.type('Password', member.password);
        await visitor.press('Enter');
        await visitor.sees(messages.signInSuccess);
        await visitor.click('button', seatName(31));
        await visitor.click('button', 'Buy Tickets');
        await visitor.sees('Change Rp.55.000');
        expect(await visitor.takeProblems()).toEqual([]);
      },
    );

    test('a printed page contains its digits as text', IN_TURN, async ({ launch, visitIn }) => {
      const visitor = await visitIn(engine);
      await visitor.open('/movies');
      await visitor.finds({ role: 'link', name: 'Metropolis 1927' });
      const pdf = await (await launch(engine)).print?.();
      expect(pdf && unreadableGlyphs(pdf), 'the glyphs without text').toBe(0);
    });
  }
});

/** The number of glyphs in a PDF that cannot be extracted as text. */
function unreadableGlyphs(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const tables = Array.from(text.matchAll(STREAM), ({ 0: { length }, index }) => {
    const start = index + length;
    const packed = pdf.subarray(start, text.indexOf('endstream', start));
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  });
  return tables.join('\n').match(UNREADABLE)?.length ?? 0;
}
