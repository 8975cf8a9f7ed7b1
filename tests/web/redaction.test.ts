import { createActor, type InspectionEvent } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { SignInValues } from '#domain/credentials.ts';
import { CallFailed } from '#domain/failure.ts';
import { fieldErrors } from '#contract/fieldErrors.ts';
import { signUpSchema, type SessionUser } from '#contract/user.ts';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import { createPlainData } from '../../src/xstate-visit/recording/plainData.ts';
import { withoutSecrets } from '../../src/xstate-visit/recording/secrets.ts';
import { createRedaction } from '../../src/web/inspectorOptions/redaction.ts';
import { replayedProduct } from '../../src/web/inspectorOptions/replayedProduct.ts';
import { controlledCall } from '../machines/controlledCall.ts';
import { openSystem } from '../machines/openSystem.ts';
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

describe('redaction in recordings', () => {
  test('replaces texts by placeholders unless they are known to be public', () => {
    expect(written({ type: 'form.check', touched: ['username'], values: { username: 'ana-maria' } })).toEqual({
      type: 'form.check',
      touched: ['username'],
      values: { username: 'username-0000000' },
    });
    expect(written({ anything: { new: 'ana-maria' } })).toEqual({ anything: { new: 'new-0000000' } });
    expect(written({ code: 'seat_taken', note: 'ana-maria' })).toEqual({ code: 'seat_taken', note: 'note-0000000' });
    expect(written({ code: 'ana maria' })).toEqual({ code: 'code-0000000' });
  });

  test('keeps films, screenings, times, states, fields, codes and amounts, and an awaited viewer', () => {
    const savedTickets = {
      movie: metropolis,
      place: { date: '05 Mar', time: '14.30' },
      notification: {
        type: 'error',
        content: { code: 'too_many_holds', reason: 'seats', seatNumbers: [1, 2, 3] },
        link: { page: 'myTickets', path: '/my-tickets' },
        placement: 'bottom-left',
      },
      afterSuccess: 'showAndLeave',
      touched: [{ field: 'password', brokenRule: 'passwordShort' }],
      amountText: '50.000',
      event: { type: 'amount.paste', text: 'Rp.50.000' },
      values: { age: '31' },
      at: '2026-03-05T02:00:00.000Z',
      offer: { zone: 'Asia/Jakarta' },
      search: '?beside=12,13',
      viewer: 'awaited',
      toasts: [{ code: 'bought' }, { code: 'signed_in' }],
    };
    expect(written(savedTickets)).toEqual(savedTickets);
  });

  test('replaces the code of shared seats by one of the same form, the same everywhere', () => {
    const code = 'kV3xQ0b7T2mNfYc9Zr1sLA';
    const placeholder = 'code-0000000xxxxxxxxxx';
    expect(
      written({
        event: { type: 'share.made', shareCode: code },
        context: { shareCode: code, ownShareCode: code },
        booking: { shareCode: code },
        location: { search: `?date=05+Mar&together=${code}` },
        answer: { data: code },
        refusal: { code: 'unsupported_media_type' },
      }),
    ).toEqual({
      event: { type: 'share.made', shareCode: placeholder },
      context: { shareCode: placeholder, ownShareCode: placeholder },
      booking: { shareCode: placeholder },
      location: { search: `?date=05+Mar&together=${placeholder}` },
      answer: { data: placeholder },
      refusal: { code: 'unsupported_media_type' },
    });
  });

  test.each([
    ['an invalid date', { date: 'ana-maria' }],
    ['a description of no known film', { description: 'ana-maria' }],
    ['a password of digits only', { values: { age: '31', password: '12345678' } }],
    ['a search text', { type: 'movies.search', text: 'ana-maria' }],
    ['a pasted text that is not an amount', { type: 'amount.paste', text: 'ana-maria' }],
    ['an invalid amount', { type: 'amount.type', text: 'ana-maria' }],
    ['the code of a ticket', { code: '12345678', admissionCode: 'ana-maria', token: 'ana-maria' }],
    ['an unknown error response', { code: 'ana-maria', message: 'ana-maria is not welcome' }],
    ['a path without a page', { pathname: '/ana-maria/12345678' }],
    ['a ticket’s path', { path: '/my-tickets/ana-maria' }],
    ['the search text in a URL', { pathname: '/movies', search: '?search=ana-maria' }],
    ['friends’ seats that are none', { search: '?beside=ana-maria' }],
    ['seats in a parameter that is not for them', { search: '?ana-maria=1,2' }],
    ['the search text in a return path', { returnPath: '/movies?search=ana-maria' }],
    ['unknown or invalid query parameters', { returnPath: '/movie/Metropolis?who=ana-maria&date=12345678' }],
  ])('redacts %s', (_, value) => {
    expect(JSON.stringify(written(value))).not.toMatch(/ana-maria|12345678/);
  });

  test('replaces the id in a ticket’s path by the placeholder of the ticket', () => {
    const texts = JSON.stringify(written([ticketOf('9f1c'), { path: '/my-tickets/9f1c' }]));
    const [id] = /"id":"([^"]+)"/.exec(texts)?.slice(1) ?? [];
    expect(texts).toContain(`"path":"/my-tickets/${id}"`);
  });

  test('records a failed call as its code and seats, and a replay restores the error from them', () => {
    const failure = new CallFailed({ code: 'seat_taken', seatNumbers: [1] });
    const data = { code: 'seat_taken', seatNumbers: [1] };
    expect(written({ error: failure })).toEqual({ error: { $error: data } });
    expect(replayedProduct([]).reviveError?.(data)).toEqual(failure);
  });
});

describe('a password', () => {
  const values = {
    username: 'ana-maria',
    displayName: 'Ana Maria',
    age: '31',
    password: 'popcorn & beam',
    confirmPassword: 'popcorn & beam',
  };

  test('becomes the same placeholder in every field and event of a form', () => {
    const [submit, check] = [
      { type: 'auth.submit', values },
      { type: 'form.check', touched: ['confirmPassword'], values },
    ].map((event) => JSON.stringify(written(event)));
    expect(submit).toMatch(/"password":"(password-\w+)","confirmPassword":"\1"/);
    expect(check).toContain(/"password-\w+"/.exec(submit ?? '')?.[0]);
    expect(`${submit}${check}`).not.toContain('popcorn');
  });

  test('is in no event, snapshot or request of the sign-in dialog that the panel or Stately’s inspector shows', () => {
    const plain = [createPlainData(createRedaction().text), createPlainData(withoutSecrets())];
    const { parent } = openSystem();
    const signIn = controlledCall<SessionUser, SignInValues>();
    const events: unknown[] = [];
    const inspect = (event: InspectionEvent) => void events.push(event, event.actorRef.getSnapshot());
    const machine = authDialogMachine.provide({ actors: { signIn: signIn.actor } });
    const dialog = createActor(machine, { parent, inspect });
    dialog.start();
    dialog.send({ type: 'auth.open' });
    dialog.send({ type: 'form.check', touched: ['password'], values });
    dialog.send({ type: 'auth.submit', values });
    expect(signIn.inputs()).toEqual([values]);
    for (const write of plain) {
      expect(
        JSON.stringify([write(events), write(dialog.getPersistedSnapshot(), { isPersisted: true })]),
      ).not.toContain('popcorn');
    }
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
  ])('for %j has the same validation errors as the text', (text) => {
    const placeholder = createRedaction().text(text, 'displayName', {});
    expect(errorsOf(placeholder)).toEqual(errorsOf(text));
  });
});
