import { failures } from '#messages/failures.ts';
import { messages, sentence } from '../fixtures/messages.ts';
import { describe, expect, test } from 'vitest';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import { CallFailed, failed } from '#domain/failure.ts';
import { amountFormInput, amountFormMachine, selectAmount, type AmountFormEvent } from '#machines/amountFormMachine.ts';
import {
  type commandDialogMachine,
  selectFailure,
  selectStatus,
  type CommandDialogSnapshot,
} from '#machines/commandDialogMachine.ts';
import { myTicketsInput, myTicketsMachine, type MyTicketsEvent } from '#machines/myTicketsMachine.ts';
import { navigate, type NavigateEvent } from '#machines/navigation.ts';
import { ticketOf } from '../fixtures/people.ts';
import { idleCallback } from './idleCallback.ts';
import { openRoot, toast } from './openRoot.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const unreachable = new CallFailed({ code: 'unreachable' });
const wrongPassword = new CallFailed({ code: 'wrong_password' });

type Root = ReturnType<typeof openRoot>;
type PageEvent = AmountFormEvent | MyTicketsEvent;

/** A page with the dialog of one kind of command. */
interface Page {
  readonly send: (event: PageEvent) => void;
  /** Sends an event to the dialog, as its view does. */
  readonly back: () => void;
  readonly canGoBack: () => boolean;
  readonly dialog: () => CommandDialogSnapshot;
  /** The message beside the amount. */
  readonly failure: () => string | undefined;
  /** The ticket, or the amount in rupiah. */
  readonly about: () => unknown;
  readonly navigations: readonly NavigateEvent[];
}

/** One kind of command to confirm, and its requests to the server. */
interface Kind {
  readonly name: string;
  readonly open: (root: Root, exit?: string) => Page;
  /** Selects the amount or the ticket and opens the dialog. */
  readonly review: readonly PageEvent[];
  /** Selects another amount or ticket and opens the dialog. */
  readonly reviewAnother: readonly PageEvent[];
  readonly confirm: PageEvent;
  readonly confirmWithoutPassword: PageEvent;
  readonly requests: (root: Root) => readonly unknown[];
  readonly request: object;
  readonly fail: (root: Root, failure: CallFailed) => Promise<void>;
  readonly succeed: (root: Root) => Promise<void>;
  /** The state of the dialog after a success. */
  readonly afterwards: unknown;
}

const topUp: Kind = {
  name: 'top-up',
  open: (root, exit = '/') => openAmountForm(root, 'topUp', exit),
  review: [{ type: 'amount.change', text: '50000' }, { type: 'amount.review' }],
  reviewAnother: [{ type: 'amount.change', text: '75000' }, { type: 'amount.review' }],
  confirm: { type: 'amount.confirm', password: '' },
  confirmWithoutPassword: { type: 'amount.confirm', password: '' },
  requests: ({ transfer }) => transfer.inputs(),
  request: { kind: 'topUp', amount: 50_000, password: '' },
  fail: ({ transfer }, failure) => transfer.fail(failure),
  succeed: ({ transfer }) => transfer.answer({ balance: 120_000 }),
  afterwards: 'succeeded',
};

const withdrawal: Kind = {
  ...topUp,
  name: 'withdrawal',
  open: (root, exit = '/') => openAmountForm(root, 'withdrawal', exit),
  confirm: { type: 'amount.confirm', password: 'popcorn!' },
  request: { kind: 'withdrawal', amount: 50_000, password: 'popcorn!' },
};

const cancellation: Kind = {
  name: 'cancellation',
  open: openMyTickets,
  review: [{ type: 'cancellation.review', ticket: ticketOf('t1') }],
  reviewAnother: [{ type: 'cancellation.review', ticket: ticketOf('t2') }],
  confirm: { type: 'cancellation.confirm', password: 'popcorn!' },
  confirmWithoutPassword: { type: 'cancellation.confirm', password: '' },
  requests: ({ cancelTicket }) => cancelTicket.inputs(),
  request: { ticketId: 't1', password: 'popcorn!' },
  fail: ({ cancelTicket }, failure) => cancelTicket.fail(failure),
  succeed: async ({ cancelTicket, releaseSeats }) => {
    await cancelTicket.answer({});
    await releaseSeats.answer({});
  },
  afterwards: 'closed',
};

const kinds = [topUp, withdrawal, cancellation];

describe('section 5: input that opens the dialog', () => {
  test.each([
    ['', 'withdrawalTooSmall'],
    ['abc', 'withdrawalNotPlain'],
    ['500001', 'withdrawalTooLarge'],
  ])(
    'a withdrawal of "%s" does not open it, and names the broken rule until the user types again: %s',
    (text, rule) => {
      const { page, state } = openPage(withdrawal, [{ type: 'amount.change', text }, { type: 'amount.review' }]);
      expect({ state: state(), failure: page.failure() }).toEqual({ state: 'closed', failure: rule });
      page.send({ type: 'amount.change', text: '50000' });
      expect(page.failure()).toBeUndefined();
    },
  );

  test('a withdrawal amount that is no preset opens it', () => {
    const { state } = openPage(withdrawal, [{ type: 'amount.change', text: '60000' }, { type: 'amount.review' }]);
    expect(state()).toEqual({ open: 'reviewing' });
  });

  test('a top-up without a chosen amount shows no message about withdrawals', () => {
    const { page, state } = openPage(topUp, [{ type: 'amount.change', text: '' }, { type: 'amount.review' }]);
    expect({ state: state(), failure: page.failure() }).toEqual({ state: 'closed', failure: undefined });
  });

  test('a ticket whose film has started since the page opened does not open it', () => {
    const { page, state } = openPage(cancellation);
    page.send({ type: 'clock.ticked', now: START });
    for (const event of cancellation.review) page.send(event);
    expect(state()).toBe('closed');
  });

  test('a pasted amount is parsed; other pasted text keeps the amount and shows an error', () => {
    const { page } = openPage(withdrawal, [{ type: 'amount.paste', text: 'Rp.50.000' }]);
    expect([page.about(), page.failure()]).toEqual([50_000, undefined]);
    page.send({ type: 'amount.paste', text: '50,5' });
    expect([page.about(), page.failure()]).toEqual([50_000, 'withdrawalNotPasted']);
    page.send({ type: 'amount.paste', text: '75.000' });
    expect([page.about(), page.failure()]).toEqual([75_000, undefined]);
  });

  test('the dialog shows the last chosen amount, and the amount cannot change while it is open', () => {
    const { page } = openPage(topUp, topUp.review);
    page.back();
    for (const event of topUp.reviewAnother) page.send(event);
    expect(page.about()).toBe(75_000);
    page.send({ type: 'amount.change', text: '150000' });
    page.send(topUp.confirm);
    page.send({ type: 'amount.change', text: '150000' });
    expect(page.about()).toBe(75_000);
  });
});

describe('section 6: withdrawals and cancellations require the password', () => {
  test.each([withdrawal, cancellation])('confirming without it sends no request and shows an error: $name', (kind) => {
    const { dialog, page, root, state } = openPage(kind, kind.review);
    page.send(kind.confirmWithoutPassword);
    expect({ state: state(), failure: dialog().failure, requests: kind.requests(root) }).toEqual({
      state: { open: 'reviewing' },
      failure: 'Password is required!',
      requests: [],
    });
  });
});

describe('section 4: a confirm', () => {
  test.each(kinds)('sends the reviewed request once and ignores further clicks: $name', async (kind) => {
    const { dialog, page, root, state } = confirm(kind);
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: { open: 'submitting' },
      dialog: { status: 'calling', failure: undefined },
    });
    page.send(kind.confirm);
    expect(page.canGoBack()).toBe(false);
    await kind.succeed(root);
    page.send(kind.confirm);
    expect({ state: state(), requests: kind.requests(root) }).toEqual({
      state: kind.afterwards,
      requests: [{ ...kind.request, idempotencyKey: 'key-1' }],
    });
  });

  test('returns a user who came from a movie page to its seats', async () => {
    const path = '/movie/Metropolis?date=05+Mar&time=14.30';
    const root = openRoot();
    const page = topUp.open(root, path);
    for (const event of [...topUp.review, topUp.confirm]) page.send(event);
    await topUp.succeed(root);
    root.clock.increment(1499);
    expect(page.navigations).toEqual([]);
    root.clock.increment(1);
    expect(page.navigations).toEqual([navigate(path, { replace: true })]);
  });

  test.each(kinds)(
    'that the server refuses can be repeated from the dialog with a new idempotency key: $name',
    async (kind) => {
      const { dialog, page, root, state } = confirm(kind);
      await kind.fail(root, wrongPassword);
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: { open: 'reviewing' },
        dialog: { status: 'reviewing', failure: failures.wrong_password },
      });
      page.send(kind.confirm);
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
      state: { open: 'submitting' },
      dialog: { status: 'unsettled', failure: messages.unreachable },
    });
    const placement = kind === cancellation ? 'top-right' : 'bottom-left';
    expect(root.notices).toEqual([toast('error', failed('unreachable'), placement)]);
    root.online.goOnline();
    await kind.succeed(root);
    expect(state()).toEqual(kind.afterwards);
  });

  test.each(kinds)(
    'allows closing the dialog, but no other confirm until the outcome is known: $name',
    async (kind) => {
      const { dialog, page, root, state } = confirm(kind);
      await kind.fail(root, unreachable);
      page.back();
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: 'closed',
        dialog: { status: 'waiting', failure: undefined },
      });
      for (const event of kind.reviewAnother) page.send(event);
      page.send(kind.confirm);
      expect({ state: state(), dialog: dialog(), calls: kind.requests(root).length }).toEqual({
        state: { open: 'reviewing' },
        dialog: { status: 'waiting', failure: undefined },
        calls: 1,
      });
      root.clock.increment(1000);
      await kind.succeed(root);
      expect({ state: state(), dialog: dialog() }).toEqual({
        state: { open: 'reviewing' },
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
    expect({ state: next.state(), dialog: next.dialog(), about: next.page.about() }).toEqual({
      state: { open: 'submitting' },
      dialog: { status: 'calling', failure: undefined },
      about: kind === cancellation ? ticketOf('t1') : 50_000,
    });
    await kind.succeed(root);
    expect(next.state()).toEqual(kind.afterwards);
  });

  test.each(kinds)('a page opened after it ended starts without it: $name', async (kind) => {
    const { root } = confirm(kind);
    root.leavePage();
    await kind.succeed(root);
    expect(openPage(kind, [], root).state()).toBe('closed');
  });

  test.each(kinds)('signing out ends the command and closes its dialog: $name', (kind) => {
    const { dialog, root, state } = confirm(kind);
    root.leave();
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'closed',
      dialog: { status: 'reviewing', failure: undefined },
    });
  });
});

/** A page and its root, 1 ms before the film of the ticket starts. */
function openPage(kind: Kind, events: readonly PageEvent[] = [], root = openRoot()) {
  const page = kind.open(root);
  for (const event of events) page.send(event);
  return {
    page,
    root,
    /** The state of the dialog. */
    state: () => page.dialog().value,
    dialog: () => ({ status: selectStatus(page.dialog()), failure: sentence(selectFailure(page.dialog())) }),
  };
}

function confirm(kind: Kind) {
  return openPage(kind, [...kind.review, kind.confirm]);
}

function openAmountForm(root: Root, kind: 'topUp' | 'withdrawal', exit: string): Page {
  const input = amountFormInput(root.app.system, { kind, exit, amountText: '' });
  const actor = root.openPage('amountForm', amountFormMachine, input);
  const navigations: NavigateEvent[] = [];
  actor.on('navigate', (event) => navigations.push(event));
  return {
    ...pageOf(actor, actor.getSnapshot().children.dialog),
    failure: () => actor.getSnapshot().context.brokenRule,
    about: () => selectAmount(actor.getSnapshot()),
    navigations,
  };
}

function openMyTickets(root: Root): Page {
  const machine = myTicketsMachine.provide({ actors: { watchClock: idleCallback<undefined>() } });
  const actor = root.openPage('myTickets', machine, { ...myTicketsInput(root.app.system), now: START - 1 });
  return {
    ...pageOf(actor, actor.getSnapshot().children.dialog),
    failure: () => undefined,
    about: () => actor.getSnapshot().context.ticket,
    navigations: [],
  };
}

function pageOf(page: AnyActorRef, dialog: ActorRefFrom<typeof commandDialogMachine> | undefined) {
  if (dialog === undefined) throw new Error('The page has no dialog');
  return {
    send: (event: PageEvent) => page.send(event),
    back: () => dialog.send({ type: 'dialog.back' }),
    canGoBack: () => dialog.getSnapshot().can({ type: 'dialog.back' }),
    dialog: () => dialog.getSnapshot(),
  };
}
