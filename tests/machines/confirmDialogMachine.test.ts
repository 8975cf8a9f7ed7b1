import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import {
  confirmDialogInput,
  confirmDialogMachine,
  selectAmount,
  selectFailure,
  selectStatus,
  type ConfirmDialogEvent,
} from '#machines/confirmDialogMachine.ts';
import { navigate, type NavigateEvent } from '#machines/navigation.ts';
import { ticketOf } from '../fixtures/people.ts';
import { idleCallback } from './idleCallback.ts';
import { openRoot, toast } from './openRoot.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });

type Params = Parameters<typeof confirmDialogInput>[1];
type Root = ReturnType<typeof openRoot>;

/** One kind of command to confirm, and its requests to the server. */
interface Kind {
  readonly name: string;
  readonly params: Params;
  /** Selects the amount or the ticket and opens the dialog. */
  readonly review: readonly ConfirmDialogEvent[];
  /** Selects another amount or ticket and opens the dialog. */
  readonly reviewAnother: readonly ConfirmDialogEvent[];
  readonly password: string;
  readonly requests: (root: Root) => readonly unknown[];
  readonly request: object;
  readonly fail: (root: Root, failure: CallFailed) => Promise<void>;
  readonly succeed: (root: Root) => Promise<void>;
  readonly afterwards: 'succeeded' | 'choosing';
}

const topUp: Kind = {
  name: 'top-up',
  params: { kind: 'topUp', requiresPassword: false, exit: '/', amountText: '' },
  review: [{ type: 'amount.change', text: '50000' }, { type: 'dialog.open' }],
  reviewAnother: [{ type: 'amount.change', text: '75000' }, { type: 'dialog.open' }],
  password: '',
  requests: ({ transfer }) => transfer.inputs(),
  request: { kind: 'topUp', amount: 50_000, password: '' },
  fail: ({ transfer }, failure) => transfer.fail(failure),
  succeed: ({ transfer }) => transfer.answer({ balance: 120_000 }),
  afterwards: 'succeeded',
};

const withdrawal: Kind = {
  ...topUp,
  name: 'withdrawal',
  params: { kind: 'withdrawal', requiresPassword: true, exit: '/', amountText: '' },
  password: 'popcorn!',
  request: { kind: 'withdrawal', amount: 50_000, password: 'popcorn!' },
};

const cancellation: Kind = {
  name: 'cancellation',
  params: { kind: 'cancellation', requiresPassword: true, exit: undefined, amountText: '' },
  review: [{ type: 'dialog.open', ticket: ticketOf('t1') }],
  reviewAnother: [{ type: 'dialog.open', ticket: ticketOf('t2') }],
  password: 'popcorn!',
  requests: ({ cancelTicket }) => cancelTicket.inputs(),
  request: { ticketId: 't1', password: 'popcorn!' },
  fail: ({ cancelTicket }, failure) => cancelTicket.fail(failure),
  succeed: async ({ cancelTicket, releaseSeats }) => {
    await cancelTicket.answer({});
    await releaseSeats.answer({});
  },
  afterwards: 'choosing',
};

const kinds = [topUp, withdrawal, cancellation];

describe('section 5: input that opens the dialog', () => {
  test.each([
    ['', 'Withdraw amount must be greater than 0'],
    ['abc', 'Withdraw amount must be a whole number in plain digits'],
    ['500001', 'Maximum withdraw amount is Rp.500.000'],
  ])('a withdrawal of "%s" does not open it, and shows an error until the user types again: %s', (text, message) => {
    const { actor, failure, state } = openPage(withdrawal, [{ type: 'amount.change', text }, { type: 'dialog.open' }]);
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: message });
    actor.send({ type: 'amount.change', text: '50000' });
    expect(failure()).toBeUndefined();
  });

  test('a withdrawal amount that is no preset opens it', () => {
    const { state } = openPage(withdrawal, [{ type: 'amount.change', text: '60000' }, { type: 'dialog.open' }]);
    expect(state()).toBe('reviewing');
  });

  test('a top-up without a chosen amount shows no message about withdrawals', () => {
    const { failure, state } = openPage(topUp, [{ type: 'amount.change', text: '' }, { type: 'dialog.open' }]);
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: undefined });
  });

  test('a ticket whose film has started since the page opened does not open it', () => {
    const { actor, state } = openPage(cancellation);
    actor.send({ type: 'clock.ticked', now: START });
    for (const event of cancellation.review) actor.send(event);
    expect(state()).toBe('choosing');
  });

  test('a pasted amount is parsed; other pasted text keeps the amount and shows an error', () => {
    const { actor, amount, failure } = openPage(withdrawal, [{ type: 'amount.paste', text: 'Rp.50.000' }]);
    expect([amount(), failure()]).toEqual([50_000, undefined]);
    actor.send({ type: 'amount.paste', text: '50,5' });
    expect([amount(), failure()]).toEqual([50_000, 'The pasted text is not an amount in rupiah']);
    actor.send({ type: 'amount.paste', text: '75.000' });
    expect([amount(), failure()]).toEqual([75_000, undefined]);
  });

  test('the dialog shows the last chosen amount', () => {
    const { actor, amount } = openPage(topUp, [...topUp.review, { type: 'dialog.back' }, ...topUp.reviewAnother]);
    expect(amount()).toBe(75_000);
    actor.send({ type: 'dialog.confirm', password: '' });
    actor.send({ type: 'amount.change', text: '150000' });
    expect(amount()).toBe(75_000);
  });
});

describe('section 6: withdrawals and cancellations require the password', () => {
  test.each([withdrawal, cancellation])('confirming without it sends no request and shows an error: $name', (kind) => {
    const { actor, failure, root, state } = openPage(kind, kind.review);
    actor.send({ type: 'dialog.confirm', password: '' });
    expect({ state: state(), failure: failure(), requests: kind.requests(root) }).toEqual({
      state: 'reviewing',
      failure: 'Password is required!',
      requests: [],
    });
  });
});

describe('section 4: a confirm', () => {
  test.each(kinds)('sends the reviewed request once and ignores further clicks: $name', async (kind) => {
    const { actor, dialog, root, state } = confirm(kind);
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { status: 'calling', failure: undefined },
    });
    const again = { type: 'dialog.confirm', password: kind.password } as const;
    actor.send(again);
    expect([actor.getSnapshot().can(again), actor.getSnapshot().can({ type: 'dialog.back' })]).toEqual([false, false]);
    await kind.succeed(root);
    actor.send(again);
    expect({ state: state(), requests: kind.requests(root) }).toEqual({
      state: kind.afterwards,
      requests: [{ ...kind.request, idempotencyKey: 'key-1' }],
    });
  });

  test('returns a user who came from a movie page to its seats', async () => {
    const path = '/movie/Metropolis?date=05+Mar&time=14.30';
    const { navigations, root } = confirm({ ...topUp, params: { ...topUp.params, exit: path } });
    await topUp.succeed(root);
    root.clock.increment(1500);
    expect(navigations).toEqual([navigate(path, { replace: true })]);
  });

  test.each(kinds)(
    'that the server refuses can be repeated from the dialog with a new idempotency key: $name',
    async (kind) => {
      const { actor, dialog, root, state } = confirm(kind);
      await kind.fail(root, wrongPassword);
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: 'reviewing',
        dialog: { status: 'reviewing', failure: 'The password is wrong' },
      });
      actor.send({ type: 'dialog.confirm', password: kind.password });
      expect(dialog()).toEqual({ status: 'calling', failure: undefined });
      expect(kind.requests(root)).toEqual([
        { ...kind.request, idempotencyKey: 'key-1' },
        { ...kind.request, idempotencyKey: 'key-2' },
      ]);
    },
  );
});

describe('a confirm without a response', () => {
  test.each(kinds)('is retried, and shows the failure in the dialog and in one toast: $name', async (kind) => {
    const { dialog, root, state } = confirm(kind);
    await kind.fail(root, unreachable);
    root.clock.increment(1000);
    await kind.fail(root, unreachable);
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { status: 'unsettled', failure: 'The cinema cannot be reached.' },
    });
    const placement = kind === cancellation ? 'top-right' : 'bottom-left';
    expect(root.notices).toEqual([toast('error', 'The cinema cannot be reached.', placement)]);
    root.online.goOnline();
    await kind.succeed(root);
    expect(state()).toBe(kind.afterwards);
  });

  test.each(kinds)(
    'allows closing the dialog, but no other confirm until the outcome is known: $name',
    async (kind) => {
      const { actor, dialog, root, state } = confirm(kind);
      await kind.fail(root, unreachable);
      actor.send({ type: 'dialog.back' });
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: 'choosing',
        dialog: { status: 'waiting', failure: undefined },
      });
      for (const event of kind.reviewAnother) actor.send(event);
      actor.send({ type: 'dialog.confirm', password: kind.password });
      expect({ state: state(), dialog: dialog(), calls: kind.requests(root).length }).toEqual({
        state: 'reviewing',
        dialog: { status: 'waiting', failure: undefined },
        calls: 1,
      });
      root.clock.increment(1000);
      await kind.succeed(root);
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: 'reviewing',
        dialog: { status: 'reviewing', failure: undefined },
      });
    },
  );
});

describe('a confirmed command outlives its page', () => {
  test.each(kinds)('a page opened while it runs shows its progress and its result: $name', async (kind) => {
    const { root } = confirm(kind);
    root.leavePage();
    const next = openPage(kind, [], root);
    expect({ state: next.state(), dialog: next.dialog(), about: next.about() }).toEqual({
      state: 'submitting',
      dialog: { status: 'calling', failure: undefined },
      about: kind === cancellation ? ticketOf('t1') : 50_000,
    });
    await kind.succeed(root);
    expect(next.state()).toBe(kind.afterwards);
  });

  test.each(kinds)('a page opened after it ended starts without it: $name', async (kind) => {
    const { root } = confirm(kind);
    root.leavePage();
    await kind.succeed(root);
    expect(openPage(kind, [], root).state()).toBe('choosing');
  });

  test.each(kinds)('signing out ends the command and closes its dialog: $name', (kind) => {
    const { dialog, root, state } = confirm(kind);
    root.leave();
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'choosing',
      dialog: { status: 'reviewing', failure: undefined },
    });
  });
});

/** A page and its root, 1 ms before the film of the ticket starts. */
function openPage({ params }: Kind, events: readonly ConfirmDialogEvent[] = [], root = openRoot()) {
  const navigations: NavigateEvent[] = [];
  const { app } = root;
  const machine = confirmDialogMachine.provide({ actors: { watchClock: idleCallback<undefined>() } });
  const input = { ...confirmDialogInput(app.system, params), now: START - 1 };
  const actor = root.openPage('confirmDialog', machine, input);
  actor.on('navigate', (event) => navigations.push(event));
  for (const event of events) actor.send(event);
  const failure = () => selectFailure(actor.getSnapshot());
  const amount = () => selectAmount(actor.getSnapshot());
  return {
    actor,
    root,
    navigations,
    amount,
    failure,
    state: () => actor.getSnapshot().value,
    dialog: () => ({ status: selectStatus(actor.getSnapshot()), failure: failure() }),
    /** The ticket, or the amount in rupiah. */
    about: () => actor.getSnapshot().context.ticket ?? amount(),
  };
}

function confirm(kind: Kind) {
  return openPage(kind, [...kind.review, { type: 'dialog.confirm', password: kind.password }]);
}
