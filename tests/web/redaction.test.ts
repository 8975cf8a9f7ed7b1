import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';
import { fieldErrors } from '#contract/fieldErrors.ts';
import { signUpSchema } from '#contract/user.ts';
import { createPlainData } from '../../src/inspector/recording/plainData.ts';
import { createRedaction } from '../../src/web/inspection/redaction.ts';
import { replayedProduct } from '../../src/web/inspection/replayedProduct.ts';
import { metropolis, ticketOf } from '../fixtures/people.ts';

function written(value: unknown): unknown {
  return createPlainData(createRedaction().text)(value);
}

function errorsOf(each: string) {
  return fieldErrors(signUpSchema, {
    username: each,
    displayName: each,
    age: '30',
    password: each,
    confirmPassword: each,
  });
}

describe('what a recording writes', () => {
  test('is of a text only what is known to be public or the product’s own: by default there is a placeholder', () => {
    expect(written({ type: 'field.change', field: 'username', value: 'ana-maria' })).toEqual({
      type: 'field.change',
      field: 'username',
      value: 'username-0000000',
    });
    expect(written({ anything: { new: 'ana-maria' } })).toEqual({ anything: { new: 'new-0000000' } });
  });

  test('retains films, screenings, times, states, fields, the product’s messages and amounts', () => {
    const savedTickets = {
      movie: metropolis,
      place: { date: '05 Mar', time: '14.30' },
      failure: messages.unreachable,
      notification: { type: 'success', text: 'Seats 1, 2 and 3 have just been taken', placement: 'bottom-left' },
      touched: ['username'],
      amountText: '50.000',
      event: { type: 'amount.paste', text: 'Rp.50.000' },
      values: { age: '31' },
      at: '2026-03-05T02:00:00.000Z',
    };
    expect(written(savedTickets)).toEqual(savedTickets);
  });

  test.each([
    ['a date that is none', { date: 'ana-maria' }],
    ['a description that is no film’s', { description: 'ana-maria' }],
    ['a password of digits in the place of an age', { field: 'password', value: '12345678' }],
    ['what is searched for', { type: 'movies.search', text: 'ana-maria' }],
    ['a pasted text that is no amount', { type: 'amount.paste', text: 'ana-maria' }],
    ['an amount that is none', { type: 'amount.type', text: 'ana-maria' }],
    ['an answer of an unknown cinema', { code: 'ana', message: 'ana-maria is not welcome' }],
    ['an address without a page', { pathname: '/ana-maria/12345678' }],
    ['a ticket’s address', { path: '/my-tickets/ana-maria' }],
    ['what an address searches for', { pathname: '/movies', search: '?search=ana-maria' }],
    ['what a way back searches for', { returnPath: '/movies?search=ana-maria' }],
    ['the query of an address', { returnPath: '/movie/Metropolis?who=ana-maria&date=12345678' }],
  ])('retains nothing of %s', (_, value) => {
    expect(JSON.stringify(written(value))).not.toMatch(/ana-maria|12345678/);
  });

  test('leads a ticket’s address to the ticket’s placeholder', () => {
    const texts = JSON.stringify(written([ticketOf('9f1c'), { path: '/my-tickets/9f1c' }]));
    const [id] = /"id":"([^"]+)"/.exec(texts)?.slice(1) ?? [];
    expect(texts).toContain(`"path":"/my-tickets/${id}"`);
  });

  test('says a failed call by its code and the product’s message, from which a replay makes it again', () => {
    const failure = new CallFailed({ code: 'seat_taken', message: messages.unexpected, seatNumbers: [1] });
    const data = { code: 'seat_taken', message: messages.unexpected, seatNumbers: [1] };
    expect(written({ error: failure })).toEqual({ error: { $error: data } });
    expect(replayedProduct([]).reviveError?.(data)).toEqual(failure);
  });
});

describe('a placeholder', () => {
  test.each([
    '',
    ' ',
    'ana',
    'ana-mar',
    'ana-mari',
    ' ana-maria',
    'a'.repeat(80),
    'a'.repeat(81),
    'a'.repeat(128),
    'a'.repeat(129),
    'ana\u200bmaria',
  ])('breaks the rules that %j breaks, and no other', (text) => {
    const placeholder = createRedaction().text(text, 'displayName', {});
    expect(errorsOf(placeholder)).toEqual(errorsOf(text));
  });
});
