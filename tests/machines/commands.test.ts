import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';
import type { CommandNews, StartCommand } from '#machines/commandMachine.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { budi, ticketOf } from '../fixtures/people.ts';
import { confirmed } from '../fixtures/confirmed.ts';
import { boughtToast, openRoot, toast } from './openRoot.ts';

type Root = ReturnType<typeof openRoot>;

/** A command of each kind: how it begins, its first call, and where its toasts stand. */
interface Kind {
  readonly name: string;
  readonly start: StartCommand;
  readonly requests: (root: Root) => readonly string[];
  readonly fail: (root: Root, failure: CallFailed) => Promise<void>;
  readonly succeed: (root: Root) => Promise<void>;
  readonly placement: ToastPlacement;
  /** The events that the root is sent once it is done. */
  readonly news: readonly CommandNews[];
}

const kinds: readonly [Kind, Kind, Kind, Kind] = [
  {
    name: 'purchase',
    start: { type: 'command.start', confirmed: confirmed.purchase },
    requests: ({ bookTickets }) => bookTickets.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ bookTickets }, failure) => bookTickets.fail(failure),
    succeed: async ({ bookTickets, recordSeats }) => {
      await bookTickets.answer(ticketOf('t1'));
      await recordSeats.answer({});
    },
    placement: 'bottom-left',
    news: [{ type: 'tickets.booked', ticket: ticketOf('t1') }, boughtToast()],
  },
  {
    name: 'cancellation',
    start: { type: 'command.start', confirmed: confirmed.cancellation },
    requests: ({ cancelTicket }) => cancelTicket.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ cancelTicket }, failure) => cancelTicket.fail(failure),
    succeed: async ({ cancelTicket, releaseSeats }) => {
      await cancelTicket.answer({});
      await releaseSeats.answer({});
    },
    placement: 'top-right',
    news: [{ type: 'tickets.cancelled', ticket: ticketOf('t1') }, toast('success', 'Ticket cancelled', 'top-right')],
  },
  {
    name: 'topUp',
    start: { type: 'command.start', confirmed: confirmed.topUp },
    requests: ({ transfer }) => transfer.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ transfer }, failure) => transfer.fail(failure),
    succeed: ({ transfer }) => transfer.answer({ balance: 120_000 }),
    placement: 'bottom-left',
    news: [
      { type: 'balance.changed', balance: 120_000 },
      toast('success', 'Successfully top up the balance', 'bottom-left'),
    ],
  },
  {
    name: 'withdrawal',
    start: { type: 'command.start', confirmed: confirmed.withdrawal },
    requests: ({ transfer }) => transfer.inputs().map(({ idempotencyKey }) => idempotencyKey),
    fail: ({ transfer }, failure) => transfer.fail(failure),
    succeed: ({ transfer }) => transfer.answer({ balance: 20_000 }),
    placement: 'bottom-left',
    news: [{ type: 'balance.changed', balance: 20_000 }, toast('success', 'Withdrawal successful', 'bottom-left')],
  },
];
const [, cancellation, , withdrawal] = kinds;

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const refused = new CallFailed({ code: 'showtime_closed', message: 'This showtime is no longer on sale' });

describe('section 4: one command of a kind at a time', () => {
  test.each(kinds)('a second $name is not begun while one is running, at no moment', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    root.app.send(kind.start);
    await kind.fail(root, unreachable);
    root.app.send(kind.start);
    root.clock.increment(1000);
    root.app.send(kind.start);
    expect(kind.requests(root)).toEqual(['key-1', 'key-1']);
  });

  test.each(kinds)('the next $name begins once the one before has ended', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    await kind.succeed(root);
    expect(root.running()).toEqual([]);
    root.app.send(kind.start);
    await kind.fail(root, refused);
    expect(root.running()).toEqual([]);
    root.app.send(kind.start);
    expect(kind.requests(root)).toEqual(['key-1', 'key-2', 'key-3']);
  });

  test('commands of four kinds run beside one another', async () => {
    const root = openRoot();
    for (const kind of kinds) root.app.send(kind.start);
    expect([root.bookTickets.inputs().length, root.cancelTicket.inputs().length]).toEqual([1, 1]);
    expect(root.transfer.inputs().map(({ kind }) => kind)).toEqual(['topUp', 'withdrawal']);
    await cancellation.succeed(root);
    expect(root.running()).toEqual(['purchase', 'topUp', 'withdrawal']);
  });
});

describe('section 4: how a command ends is told wherever the visitor is', () => {
  test.each(kinds)('a $name that is done, with what it has changed', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    await kind.succeed(root);
    expect(root.news).toEqual(kind.news);
  });

  test.each(kinds)('a refused $name once, with the reason', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    await kind.fail(root, refused);
    expect(root.news).toEqual([toast('error', 'This showtime is no longer on sale', kind.placement)]);
  });

  test.each(kinds)('a $name whose outcome is unknown is asked again with the same key, and told once', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    for (const delay of [1000, 2000, 5000, 15_000, 15_000]) {
      await kind.fail(root, unreachable);
      root.clock.increment(delay);
      expect(root.isUnsettled()).toBe(true);
    }
    expect(kind.requests(root)).toEqual(Array.from({ length: 6 }, () => 'key-1'));
    expect(root.news).toEqual([toast('error', 'The cinema cannot be reached.', kind.placement)]);
    await kind.succeed(root);
    expect({ running: root.running(), isUnsettled: root.isUnsettled() }).toEqual({ running: [], isUnsettled: false });
  });
});

describe('a visitor who leaves', () => {
  test.each(kinds)('ends a $name: nothing of it is asked again, nor heard', async (kind) => {
    const root = openRoot();
    root.app.send(kind.start);
    await kind.fail(root, unreachable);
    root.news.length = 0;
    root.leave();
    root.online.goOnline();
    root.clock.increment(60_000);
    expect({ requests: kind.requests(root), news: root.news, running: root.running() }).toEqual({
      requests: ['key-1'],
      news: [toast('warning', messages.abandoned, kind.placement)],
      running: [],
    });
  });

  test('ends every command at once, by another user, too', () => {
    const root = openRoot();
    for (const kind of kinds) root.app.send(kind.start);
    root.app.send({ type: 'auth.succeeded', user: { ...budi, token: 'secret' } });
    expect(root.running()).toEqual([]);
    expect(root.news).toEqual(kinds.map(({ placement }) => toast('warning', messages.abandoned, placement)));
  });

  test('is told nothing when nothing was running', () => {
    const root = openRoot();
    root.leave();
    expect(root.news).toEqual([]);
  });
});

describe('section 6: a password', () => {
  test.each([cancellation, withdrawal])('of a $name is in memory only while it is needed', async (kind) => {
    const root = openRoot();
    for (const end of [() => kind.succeed(root), () => kind.fail(root, refused), () => Promise.resolve(root.leave())]) {
      root.app.send(kind.start);
      await kind.fail(root, unreachable);
      root.clock.increment(1000);
      expect(root.memory()).toContain('popcorn!');
      await end();
      expect(root.memory()).not.toContain('popcorn!');
    }
  });
});
