import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/failure.ts';
import type { Transaction, TransactionPage } from '#contract/transaction.ts';
import { toToasts } from './targets.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';

interface Context {
  transactions: readonly Transaction[];
  next: string | undefined;
  failure: Failure | undefined;
}

export type TransactionsEvent = { type: 'transactions.retry' } | { type: 'transactions.showMore' };

export const transactionsMachine = setup({
  types: {} as {
    context: Context;
    events: TransactionsEvent;
    tags: 'loaded' | 'busy' | 'extended';
  },
  actors: {
    loadPage: fromPromise<TransactionPage, { before: string | undefined }>(({ input: { before }, system }) =>
      environmentOf(system).api('listTransactions', {
        input: before === undefined ? {} : { before },
        loading: before === undefined,
      }),
    ),
  },
  guards: {
    hasMore: ({ context }) => context.next !== undefined,
    isLast: (_, params: { page: TransactionPage }) => params.page.next === undefined,
  },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    addPage: assign(({ context }, params: { page: TransactionPage }) => ({
      transactions: [...context.transactions, ...params.page.transactions],
      next: params.page.next,
    })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    clearFailure: assign({ failure: undefined }),
  },
}).createMachine({
  id: 'transactions',
  context: { transactions: [], next: undefined, failure: undefined },
  initial: 'loading',
  states: {
    loading: {
      description: 'Fetching the newest page of the ledger.',
      invoke: {
        id: 'loadFirst',
        src: 'loadPage',
        input: { before: undefined },
        onDone: { target: 'ready', actions: { type: 'addPage', params: ({ event }) => ({ page: event.output }) } },
        onError: {
          target: 'failed',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error)) },
          ],
        },
      },
    },
    failed: {
      description: 'The page shows why the ledger could not be fetched, with Retry.',
      on: { 'transactions.retry': { target: 'loading', actions: 'clearFailure' } },
    },
    ready: {
      description: 'The entries are on the screen, newest first. The user can load older entries while there are any.',
      tags: 'loaded',
      on: { 'transactions.showMore': { guard: 'hasMore', target: 'loadingMore' } },
    },
    loadingMore: {
      description: 'Fetching the entries before the oldest loaded one. Ignores a second click.',
      tags: ['loaded', 'extended', 'busy'],
      invoke: {
        id: 'loadMore',
        src: 'loadPage',
        input: ({ context }) => ({ before: context.next }),
        onDone: [
          {
            guard: { type: 'isLast', params: ({ event }) => ({ page: event.output }) },
            target: 'complete',
            actions: { type: 'addPage', params: ({ event }) => ({ page: event.output }) },
          },
          { target: 'ready', actions: { type: 'addPage', params: ({ event }) => ({ page: event.output }) } },
        ],
        onError: {
          target: 'moreFailed',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error)) },
          ],
        },
      },
    },
    moreFailed: {
      description: 'The entries stay. The failure shows below them, and the same button retries.',
      tags: ['loaded', 'extended'],
      on: { 'transactions.showMore': { target: 'loadingMore', actions: 'clearFailure' } },
    },
    complete: {
      description: 'All entries are loaded. The button says so and keeps the focus.',
      tags: ['loaded', 'extended'],
    },
  },
});

export type TransactionsSnapshot = SnapshotFrom<typeof transactionsMachine>;

/** Whether the button for older entries shows: while there are older entries, and after the user has pressed it. */
export function selectIsLong(snapshot: TransactionsSnapshot): boolean {
  return snapshot.hasTag('extended') || snapshot.can({ type: 'transactions.showMore' });
}
