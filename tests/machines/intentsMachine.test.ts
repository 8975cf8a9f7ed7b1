import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';
import type { IntentStart } from '#machines/intentsMachine.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { ticketOf } from '../fixtures/people.ts';
import { cancellationOf, purchaseOf, topUpOf, withdrawalOf } from '../fixtures/confirmed.ts';
import { boughtToast, stageIntents, toast } from './stageIntents.ts';

type Stage = ReturnType<typeof stageIntents>;

/** An intent of each kind: how it begins, its first call, and where its toasts stand. */
interface Kind {
  readonly name: string;
  readonly start: (idempotencyKey: string) => IntentStart;
  readonly asked: (stage: Stage) => readonly string[];
  readonly fail: (stage: Stage, failure: CallFailed) => Promise<void>;
  readonly succeed: (stage: Stage) => Promise<void>;
  readonly placement: ToastPlacement;
}

const kinds: readonly [Kind, Kind, Kind, Kind] = [
  {
    name: 'purchase',
    start: (key) => ({ type: 'purchase.start', confirmed: purchaseOf(key) }),
    asked: ({ bookTickets }) => bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ bookTickets }, failure) => bookTickets.fail(failure),
    succeed: async ({ bookTickets, recordSeats }) => {
      await bookTickets.answer(ticketOf('t1'));
      await recordSeats.answer({});
    },
    placement: 'bottom-left',
  },
  {
    name: 'cancellation',
    start: (key) => ({ type: 'cancellation.start', confirmed: cancellationOf(key) }),
    asked: ({ cancelTicket }) => cancelTicket.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ cancelTicket }, failure) => cancelTicket.fail(failure),
    succeed: async ({ cancelTicket, releaseSeats }) => {
      await cancelTicket.answer({});
      await releaseSeats.answer({});
    },
    placement: 'top-right',
  },
  {
    name: 'topUp',
    start: (key) => ({ type: 'topUp.start', confirmed: topUpOf(key) }),
    asked: ({ transfer }) => transfer.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ transfer }, failure) => transfer.fail(failure),
    succeed: ({ transfer }) => transfer.answer({ balance: 120_000 }),
    placement: 'bottom-left',
  },
  {
    name: 'withdrawal',
    start: (key) => ({ type: 'withdrawal.start', confirmed: withdrawalOf(key) }),
    asked: ({ transfer }) => transfer.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ transfer }, failure) => transfer.fail(failure),
    succeed: ({ transfer }) => transfer.answer({ balance: 20_000 }),
    placement: 'bottom-left',
  },
];
const [purchase, cancellation, topUp, withdrawal] = kinds;

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const refused = new CallFailed({ code: 'showtime_closed', message: 'This showtime is no longer on sale' });
const poor = new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' });
const idle = { purchase: 'idle', cancellation: 'idle', topUp: 'idle', withdrawal: 'idle' };

describe('section 4: one intent of a kind at a time', () => {
  test.each(kinds)('a second $name is not begun while one is running, at no moment', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    stage.intents.send(kind.start('key-2'));
    await kind.fail(stage, unreachable);
    stage.intents.send(kind.start('key-3'));
    stage.clock.increment(1000);
    stage.intents.send(kind.start('key-4'));
    expect(stage.intents.getSnapshot().can(kind.start('key-5'))).toBe(false);
    expect(kind.asked(stage)).toEqual(['key-1', 'key-1']);
  });

  test.each(kinds)('the next $name begins once the one before has ended', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    await kind.succeed(stage);
    expect(stage.intents.getSnapshot().value).toEqual(idle);
    stage.intents.send(kind.start('key-2'));
    await kind.fail(stage, refused);
    expect(stage.intents.getSnapshot().value).toEqual(idle);
    stage.intents.send(kind.start('key-3'));
    expect(kind.asked(stage)).toEqual(['key-1', 'key-2', 'key-3']);
  });

  test('intents of four kinds run beside one another', async () => {
    const stage = stageIntents();
    for (const kind of kinds) stage.intents.send(kind.start(kind.name));
    expect(purchase.asked(stage)).toEqual(['purchase']);
    expect(cancellation.asked(stage)).toEqual(['cancellation']);
    expect(stage.transfer.inputs().map(({ kind }) => kind)).toEqual(['topUp', 'withdrawal']);
    await cancellation.succeed(stage);
    expect(stage.intents.getSnapshot().value).toEqual({
      purchase: 'running',
      cancellation: 'idle',
      topUp: 'running',
      withdrawal: 'running',
    });
  });
});

describe('section 4: how an intent ends is told wherever the visitor is', () => {
  test('a ticket is told at once when the first call settles, the message after the second', async () => {
    const { bookTickets, emitted, intents, recordSeats } = stageIntents();
    intents.send(purchase.start('key-1'));
    await bookTickets.answer(ticketOf('t1'));
    expect(recordSeats.inputs()).toEqual([{ ticket: ticketOf('t1'), movieId: 7 }]);
    expect(emitted).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }]);
    await recordSeats.answer({});
    expect(emitted).toEqual([{ type: 'tickets.booked', ticket: ticketOf('t1') }, boughtToast()]);
  });

  test('a purchase whose second call keeps failing says so, and is a success', async () => {
    const { bookTickets, clock, emitted, intents, recordSeats } = stageIntents();
    intents.send(purchase.start('key-1'));
    await bookTickets.answer(ticketOf('t1'));
    for (const delay of [1000, 2000, 0]) {
      await recordSeats.fail(unreachable);
      clock.increment(delay);
    }
    expect(emitted).toEqual([
      { type: 'tickets.booked', ticket: ticketOf('t1') },
      toast('warning', sentences.seatsUnconfirmed, 'bottom-left'),
      boughtToast(),
    ]);
    expect(bookTickets.inputs()).toHaveLength(1);
  });

  test('a refund is told at once when the first call settles, the message after the second', async () => {
    const { cancelTicket, emitted, intents, releaseSeats } = stageIntents();
    intents.send(cancellation.start('key-1'));
    await cancelTicket.answer({});
    expect(emitted).toEqual([{ type: 'tickets.cancelled', ticket: ticketOf('t1') }]);
    await releaseSeats.answer({});
    expect(emitted).toEqual([
      { type: 'tickets.cancelled', ticket: ticketOf('t1') },
      toast('success', 'Ticket cancelled', 'top-right'),
    ]);
  });

  test('a ticket that is gone already is no error: it is said, and the account is asked anew', async () => {
    const { cancelTicket, emitted, intents } = stageIntents();
    intents.send(cancellation.start('key-1'));
    await cancelTicket.fail(new CallFailed({ code: 'ticket_not_found', message: 'There is no such ticket' }));
    expect(emitted).toEqual([
      toast('info', 'This ticket had already been cancelled', 'top-right'),
      { type: 'account.changed' },
    ]);
  });

  test.each([
    [topUp, 120_000, 'Successfully top up the balance'],
    [withdrawal, 20_000, 'Withdrawal successful'],
  ])('the balance is the one that the cinema tells: $name', async (kind, balance, sentence) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    await kind.succeed(stage);
    expect(stage.emitted).toEqual([{ type: 'balance.changed', balance }, toast('success', sentence, 'bottom-left')]);
  });

  test.each(kinds)('a refused $name is told once, with the reason', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    await kind.fail(stage, refused);
    expect(stage.emitted).toEqual([toast('error', 'This showtime is no longer on sale', kind.placement)]);
  });

  test.each([purchase, withdrawal])('want of money has the account asked anew: $name', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    await kind.fail(stage, poor);
    expect(stage.emitted).toEqual([toast('error', 'Not enough balance', 'bottom-left'), { type: 'account.changed' }]);
  });
});

describe('an unknown outcome', () => {
  test.each(kinds)('of a $name is asked again with the same key until it is known, and told once', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    for (const delay of [1000, 2000, 5000, 15_000, 15_000]) {
      await kind.fail(stage, unreachable);
      stage.clock.increment(delay - 1);
      stage.clock.increment(1);
      expect(stage.isUnsettled()).toBe(true);
    }
    await kind.fail(stage, unreachable);
    stage.online.goOnline();
    expect(kind.asked(stage)).toEqual(Array.from({ length: 7 }, () => 'key-1'));
    expect(stage.emitted).toEqual([toast('error', 'The cinema cannot be reached.', kind.placement)]);
    await kind.succeed(stage);
    expect({ value: stage.intents.getSnapshot().value, isUnsettled: stage.isUnsettled() }).toEqual({
      value: idle,
      isUnsettled: false,
    });
  });

  test('is known as soon as the first call is answered, while the second is still on its way', async () => {
    const { bookTickets, cancelTicket, clock, intents, isUnsettled } = stageIntents();
    intents.send(purchase.start('key-1'));
    await bookTickets.fail(unreachable);
    clock.increment(1000);
    await bookTickets.answer(ticketOf('t1'));
    expect({ purchase: intents.getSnapshot().value.purchase, isUnsettled: isUnsettled() }).toEqual({
      purchase: 'running',
      isUnsettled: false,
    });
    intents.send(cancellation.start('key-2'));
    await cancelTicket.fail(unreachable);
    expect(isUnsettled()).toBe(true);
    clock.increment(1000);
    await cancelTicket.answer({});
    expect(isUnsettled()).toBe(false);
  });
});

describe('a visitor who leaves', () => {
  test.each(kinds)('ends a $name: nothing of it is asked again, nor heard', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    await kind.fail(stage, unreachable);
    stage.emitted.length = 0;
    stage.intents.send({ type: 'visitor.left' });
    stage.online.goOnline();
    stage.clock.increment(60_000);
    expect(kind.asked(stage)).toEqual(['key-1']);
    expect({
      emitted: stage.emitted,
      value: stage.intents.getSnapshot().value,
      listening: stage.online.listening(),
    }).toEqual({
      emitted: [toast('warning', sentences.abandoned, kind.placement)],
      value: idle,
      listening: 0,
    });
  });

  test.each(kinds)('does not hear the answer of a $name that was on its way', async (kind) => {
    const stage = stageIntents();
    stage.intents.send(kind.start('key-1'));
    stage.intents.send({ type: 'visitor.left' });
    await kind.fail(stage, unreachable);
    stage.clock.increment(60_000);
    expect(kind.asked(stage)).toEqual(['key-1']);
    expect(stage.emitted).toEqual([toast('warning', sentences.abandoned, kind.placement)]);
  });

  test('ends every intent at once', () => {
    const { emitted, intents } = stageIntents();
    for (const kind of kinds) intents.send(kind.start(kind.name));
    intents.send({ type: 'visitor.left' });
    expect(intents.getSnapshot().value).toEqual(idle);
    expect(emitted).toEqual(kinds.map(({ placement }) => toast('warning', sentences.abandoned, placement)));
  });

  test('is told nothing when nothing was running', () => {
    const { emitted, intents } = stageIntents();
    intents.send({ type: 'visitor.left' });
    expect(emitted).toEqual([]);
  });
});

describe('section 6: a password', () => {
  test.each([cancellation, withdrawal])('of a $name is in memory only while it is needed', async (kind) => {
    const stage = stageIntents();
    for (const end of [
      () => kind.succeed(stage),
      () => kind.fail(stage, refused),
      () => Promise.resolve(stage.intents.send({ type: 'visitor.left' })),
    ]) {
      stage.intents.send(kind.start('key-1'));
      await kind.fail(stage, unreachable);
      stage.clock.increment(1000);
      expect(stage.memory()).toContain('popcorn!');
      await end();
      expect(stage.memory()).not.toContain('popcorn!');
    }
  });
});
