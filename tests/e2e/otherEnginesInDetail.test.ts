import { constants, inflateSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { holdSeats, soldSeats } from './callApi.ts';
import { engines, test } from './engines/inEngines.ts';
import { isMarked, markSavedAbout } from './engines/inPage.ts';
import { signUpMember } from './people.ts';
import { addressOf, dateIn, tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

const STREAM = /(?<!end)stream\r?\n/g;
/** A glyph without a character in a ToUnicode table. */
const UNREADABLE = /<[\da-f]+> <fffd>/gi;

// The engines run in parallel, but the tests of one engine in sequence, because they share its keyboard.
const IN_TURN = { concurrent: false };

describe.concurrent.each(engines)('in %s', (engine) => {
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
