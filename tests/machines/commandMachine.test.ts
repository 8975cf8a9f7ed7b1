import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed, failed } from '#domain/failure.ts';
import type { CommandKind, ConfirmedCommand } from '#machines/commands.ts';
import { progressOf } from '#machines/commandProgress.ts';
import { commandCalls } from './commandCalls.ts';
import { ticketOf } from '../fixtures/people.ts';
import { confirmed } from '../fixtures/commands.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { boughtToast, toast } from './openRoot.ts';
import { openSystem } from './openSystem.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const gone = new CallFailed({ code: 'ticket_not_found' });
const later = new CallFailed({ code: 'too_many_attempts', retryAfter: 1 });

const purchase = confirmed.purchase;
const { booking } = purchase.command;
const ticket = ticketOf('t1');
const unsettled = [toast('error', failed('unreachable'), 'bottom-left'), { type: 'command.unsettled' }];

describe('section 4: a purchase', () => {
  test('books the confirmed seats, adds the ticket at once, and shows the success message after the second call', async () => {
    const { bookTickets, recordSeats, progress, notices } = openCommand(purchase);
    expect(progress('purchase')).toEqual({ ...purchase.command, status: 'calling', failure: undefined });
    expect(bookTickets.inputs()).toEqual([{ booking, idempotencyKey: 'key-1' }]);
    await bookTickets.answer(ticket);
    expect({ status: progress('purchase').status, notices: notices(), confirmed: recordSeats.inputs() }).toEqual({
      status: 'confirming',
      notices: [{ type: 'tickets.booked', ticket }],
      confirmed: [{ ticket, movieId: 7 }],
    });
    await recordSeats.answer({});
    expect({ progress: progress('purchase'), notices: notices() }).toEqual({
      progress: { ...purchase.command, status: 'done', failure: undefined },
      notices: [{ type: 'tickets.booked', ticket }, boughtToast()],
    });
  });

  test('through an invitation invites to the friends’ seats, too: in its toast and on the page to which the toast links', async () => {
    const beside = [28, 29];
    const { bookTickets, recordSeats, notices } = openCommand({
      ...purchase,
      command: { ...purchase.command, beside },
    });
    await bookTickets.answer(ticket);
    await recordSeats.answer({});
    const { type, notification } = boughtToast();
    const link = { ...notification.link, path: '/my-tickets/t1?beside=28,29' };
    const invitation = { ticket, friends: beside };
    expect(notices().at(-1)).toEqual({ type, notification: { ...notification, link, invitation } });
  });

  test('succeeds with a warning when the second call never gets a response', async () => {
    const { bookTickets, clock, notices, progress } = openCommand(purchase);
    await bookTickets.answer(ticket);
    clock.increment(10_000);
    expect({ status: progress('purchase').status, notices: notices(), calls: bookTickets.inputs().length }).toEqual({
      status: 'done',
      notices: [
        { type: 'tickets.booked', ticket },
        toast('warning', { code: 'seats_unconfirmed' }, 'bottom-left'),
        boughtToast(),
      ],
      calls: 1,
    });
  });
});

describe('section 4: a cancellation', () => {
  test('calls for the ticket with the password first, then for the booked seats', async () => {
    const { cancelTicket, releaseSeats, progress, notices } = openCommand(confirmed.cancellation);
    expect({ first: cancelTicket.inputs(), second: releaseSeats.inputs() }).toEqual({
      first: [{ ticketId: 't1', password: 'popcorn!', idempotencyKey: 'key-1' }],
      second: [],
    });
    await cancelTicket.answer({});
    expect({ second: releaseSeats.inputs(), notices: notices() }).toEqual({
      second: [{ ticket, movieId: undefined }],
      notices: [{ type: 'tickets.cancelled', ticket }],
    });
    await releaseSeats.answer({});
    expect(progress('cancellation')).toEqual({ kind: 'cancellation', ticket, status: 'done', failure: undefined });
  });

  test('succeeds without a warning when the second call never succeeds, and refunds once', async () => {
    const { cancelTicket, clock, notices } = openCommand(confirmed.cancellation);
    await cancelTicket.answer({});
    clock.increment(10_000);
    expect({ notices: notices(), calls: cancelTicket.inputs().length }).toEqual({
      notices: [{ type: 'tickets.cancelled', ticket }, toast('success', { code: 'cancelled' }, 'top-right')],
      calls: 1,
    });
  });

  test('says when not all seats could be kept for friends', async () => {
    const { cancelTicket, releaseSeats, notices } = openCommand(confirmed.cancellation);
    await cancelTicket.answer({ freedSeatNumbers: [12] });
    await releaseSeats.answer({});
    expect(notices().at(-1)).toEqual(toast('success', { code: 'seats_freed' }, 'top-right'));
  });

  test('of an already cancelled ticket is no failure, even in a retry after a lost response', async () => {
    const { cancelTicket, clock, notices, releaseSeats, progress } = openCommand(confirmed.cancellation);
    await cancelTicket.fail(unreachable);
    clock.increment(1000);
    await cancelTicket.fail(gone);
    expect({ status: progress('cancellation').status, second: releaseSeats.inputs() }).toEqual({
      status: 'gone',
      second: [],
    });
    expect(notices().slice(-2)).toEqual([
      toast('info', { code: 'ticket_gone' }, 'top-right'),
      { type: 'account.changed' },
    ]);
  });
});

describe('section 8: an error', () => {
  test.each(['seat_taken', 'ticket_not_found'])(
    '%s ends a purchase and shows the message of the error',
    async (code) => {
      const { bookTickets, clock, progress, notices } = openCommand(purchase);
      const failure = { code, seatNumbers: [12] };
      await bookTickets.fail(new CallFailed(failure));
      clock.increment(60_000);
      expect({ progress: progress('purchase'), notices: notices(), calls: bookTickets.inputs().length }).toEqual({
        progress: { ...purchase.command, status: 'refused', failure },
        notices: [toast('error', failure, 'bottom-left')],
        calls: 1,
      });
    },
  );

  test('for an insufficient balance reloads the account', async () => {
    const { notices, transfer } = openCommand(confirmed.withdrawal);
    await transfer.fail(new CallFailed({ code: 'not_enough_balance' }));
    expect(notices()).toEqual([
      toast('error', failed('not_enough_balance'), 'bottom-left'),
      { type: 'account.changed' },
    ]);
  });
});

describe('section 4: a top-up or a withdrawal', () => {
  test.each(['topUp', 'withdrawal'] as const)('makes one call: %s', async (kind) => {
    const { progress, recordSeats, releaseSeats, transfer } = openCommand(confirmed[kind]);
    await transfer.answer({ balance: 550_000 });
    expect({ status: progress(kind).status, calls: [...recordSeats.inputs(), ...releaseSeats.inputs()] }).toEqual({
      status: 'done',
      calls: [],
    });
  });
});

describe('an unknown outcome', () => {
  test('shows one message and sends the same request again with the same idempotency key', async () => {
    const { bookTickets, clock, progress, notices } = openCommand(purchase);
    await bookTickets.fail(unreachable);
    expect(progress('purchase')).toEqual({ ...purchase.command, status: 'unsettled', failure: unreachable.failure });
    clock.increment(1000);
    expect(progress('purchase')).toEqual({ ...purchase.command, status: 'unsettled', failure: unreachable.failure });
    await bookTickets.fail(unreachable);
    expect({ notices: notices(), requests: bookTickets.inputs() }).toEqual({
      notices: unsettled,
      requests: [
        { booking, idempotencyKey: 'key-1' },
        { booking, idempotencyKey: 'key-1' },
      ],
    });
  });

  test('retries after 1, 2 and 5 s, then every 15 s, and sends the password each time', async () => {
    const { clock, transfer } = openCommand(confirmed.withdrawal);
    for (const [before, delay] of [1000, 2000, 5000, 15_000, 15_000, 15_000].entries()) {
      await transfer.fail(unreachable);
      clock.increment(delay - 1);
      expect(transfer.inputs()).toHaveLength(before + 1);
      clock.increment(1);
      expect(transfer.inputs()).toHaveLength(before + 2);
    }
    expect(new Set(transfer.inputs().map((input) => JSON.stringify(input))).size, 'different calls').toBe(1);
    expect(transfer.inputs()[0]).toMatchObject({ password: 'popcorn!', idempotencyKey: 'key-1' });
  });

  test('retries at once when the browser comes online, and still lengthens the delay after that attempt', async () => {
    const { bookTickets, clock, online } = openCommand(purchase);
    await bookTickets.fail(unreachable);
    online.goOnline();
    expect(bookTickets.inputs()).toHaveLength(2);
    clock.increment(10_000);
    expect(bookTickets.inputs()).toHaveLength(2);
    await bookTickets.fail(unreachable);
    clock.increment(1999);
    expect(bookTickets.inputs()).toHaveLength(2);
    clock.increment(1);
    expect(bookTickets.inputs()).toHaveLength(3);
  });

  test('ends in success when a retry succeeds', async () => {
    const { bookTickets, clock, recordSeats, progress, notices } = openCommand(purchase);
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.answer(ticket);
    expect(progress('purchase')).toEqual({ ...purchase.command, status: 'confirming', failure: undefined });
    await recordSeats.answer({});
    clock.increment(60_000);
    expect({ notices: notices(), calls: bookTickets.inputs().length }).toEqual({
      notices: [...unsettled, { type: 'command.settled' }, { type: 'tickets.booked', ticket }, boughtToast()],
      calls: 2,
    });
  });

  test('ends after twelve error responses with a message that links to My Tickets', async () => {
    const { bookTickets, clock, progress, notices } = openCommand(purchase);
    const failure = new CallFailed({ code: 'internal' });
    for (let tries = 0; tries < 12; tries += 1) {
      await bookTickets.fail(failure);
      clock.increment(15_000);
    }
    clock.increment(600_000);
    const content = failed('outcome_unknown');
    const link = { page: 'myTickets', path: '/my-tickets' };
    expect({ progress: progress('purchase'), notices: notices(), calls: bookTickets.inputs().length }).toEqual({
      progress: { ...purchase.command, status: 'refused', failure: content },
      notices: [
        toast('error', failed('internal'), 'bottom-left'),
        { type: 'command.unsettled' },
        { type: 'command.settled' },
        { type: 'notify', notification: { type: 'error', content, placement: 'bottom-left', link } },
        { type: 'account.changed' },
      ],
      calls: 12,
    });
  });

  test('is retried without limit while the server is unreachable, and the first error response after that does not end it', async () => {
    const { bookTickets, clock, progress } = openCommand(purchase);
    for (let tries = 0; tries < 40; tries += 1) {
      await bookTickets.fail(unreachable);
      clock.increment(15_000);
    }
    await bookTickets.fail(new CallFailed({ code: 'internal' }));
    expect(progress('purchase').status).toBe('unsettled');
  });

  test('is not resolved by a response that asks to try again later, unlike a first attempt', async () => {
    const { bookTickets, clock, progress } = openCommand(purchase);
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.fail(later);
    expect(progress('purchase')).toMatchObject({ status: 'unsettled', failure: later.failure });
  });
});

describe('the end of a session', () => {
  const abandoned = toast('warning', failed('abandoned'), 'bottom-left');

  test.each([
    [
      'signing out ends a pending command with a warning that its outcome is unknown',
      'visitor.left',
      'left',
      [abandoned],
    ],
    [
      'a session ended by the server ends a pending first call without a message, because nothing was done, and asks the buyer to sign in',
      'session.ended',
      'ended',
      [{ type: 'auth.required' }],
    ],
  ] as const)('%s', (_, type, status, expected) => {
    const { actor, bookTickets, progress, notices } = openCommand(purchase);
    actor.send({ type });
    expect({ status: progress('purchase').status, notices: notices(), isAwaited: bookTickets.isAwaited() }).toEqual({
      status,
      notices: expected,
      isAwaited: false,
    });
  });

  test('by the server during a retry does not resolve the outcome of an earlier attempt', async () => {
    const { actor, bookTickets, clock, notices } = openCommand(purchase);
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    actor.send({ type: 'session.ended' });
    actor.send({ type: 'visitor.left' });
    expect(notices()).toEqual([...unsettled, { type: 'command.settled' }, abandoned]);
  });

  test('completes the purchase with its success message if the first call has already succeeded', async () => {
    const { actor, bookTickets, progress, notices } = openCommand(purchase);
    await bookTickets.answer(ticket);
    actor.send({ type: 'visitor.left' });
    expect({ status: progress('purchase').status, notices: notices() }).toEqual({
      status: 'done',
      notices: [{ type: 'tickets.booked', ticket }, boughtToast()],
    });
  });
});

/** A command whose calls the test answers; `notices` are the events it sent to other actors. */
function openCommand(input: ConfirmedCommand) {
  const clock = new SimulatedClock();
  const { command, ...calls } = commandCalls();
  const { parent, sent } = openSystem({ clock, environment: testEnvironment({ createKey: () => 'key-1' }) });
  const actor = createActor(command, { parent, input }).start();
  return {
    ...calls,
    actor,
    clock,
    notices: () => sent,
    memory: () => JSON.stringify(actor.getPersistedSnapshot()),
    progress: (kind: CommandKind) => progressOf(kind, actor.getSnapshot()),
  };
}
