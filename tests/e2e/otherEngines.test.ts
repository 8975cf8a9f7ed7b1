import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { ticketPath } from '#domain/paths.ts';
import { messages } from '../fixtures/messages.ts';
import { balanceOf, buySeats, callApi, soldSeats, ticketsOf } from './callApi.ts';
import { engines, test } from './engines/inEngines.ts';
import { isChipRinged, postersFetched } from './engines/inPage.ts';
import { signUpMember, stranger } from './people.ts';
import { dateIn, tomorrowEvening } from './showtimes.ts';
import { rules } from '#messages/rules.ts';
import { seatName } from '#messages/seats.ts';

describe.concurrent.each(engines)('in %s', (engine) => {
  test('a user signs up, tops up, selects seats while others buy, pays, cancels, withdraws and logs out', async ({
    product,
    visitIn,
  }) => {
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
    expect(await visitor.evaluate(isChipRinged), 'the amount selected by an arrow key shows its focus ring').toBe(true);
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
  });
});
