import { assign, emit, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { failureOf, type Failure } from '#domain/failure.ts';
import type { Transaction, TransactionPage } from '#contract/transaction.ts';
import { toToasts } from './targets.ts';
import { navigate, type NavigateEvent } from './navigation.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';

export interface TransactionsInput {
  /** The number of entries that Back, Forward or a reload shows again; undefined: as many as the server sends. */
  readonly limit: number | undefined;
}

interface Context extends TransactionsInput {
  transactions: readonly Transaction[];
  next: string | undefined;
  failure: Failure | undefined;
}

const ENTRIES = /^[1-9]\d{0,4}$/;
const MAX_ENTRIES = 100;

export type TransactionsEvent = { type: 'transactions.retry' } | { type: 'transactions.showMore' };

export const transactionsMachine = setup({
  types: {} as {
    context: Context;
    events: TransactionsEvent;
    input: TransactionsInput;
    emitted: NavigateEvent;
    tags: 'loaded' | 'busy' | 'extended';
  },
  actors: {
    loadPage: fromPromise<TransactionPage, Partial<TransactionsInput> & { before?: string | undefined }>(
      ({ input: { before, limit }, system }) =>
        environmentOf(system).api('listTransactions', {
          input: { ...(before !== undefined && { before }), ...(limit !== undefined && { limit: String(limit) }) },
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
    keepNumber: emit(({ context }) =>
      navigate(`${PATHS.transactions}?entries=${context.transactions.length}`, { replace: true }),
    ),
  },
}).createMachine({
  id: 'transactions',
  context: ({ input }) => ({ ...input, transactions: [], next: undefined, failure: undefined }),
  initial: 'loading',
  states: {
    loading: {
      description: 'Fetching the newest page of the ledger.',
      invoke: {
        id: 'loadFirst',
        src: 'loadPage',
        input: ({ context }) => ({ limit: context.limit }),
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
            actions: [{ type: 'addPage', params: ({ event }) => ({ page: event.output }) }, 'keepNumber'],
          },
          {
            target: 'ready',
            actions: [{ type: 'addPage', params: ({ event }) => ({ page: event.output }) }, 'keepNumber'],
          },
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

/** Input from the query of the page's URL, which `keepNumber` writes. The server sends at most 100 entries at once. */
export function transactionsInput(search: string): TransactionsInput {
  const entries = new URLSearchParams(search).get('entries') ?? '';
  return { limit: ENTRIES.test(entries) ? Math.min(Number(entries), MAX_ENTRIES) : undefined };
}

/** Whether the button for older entries shows: while there are older entries, and after the user has pressed it. */
export function selectIsLong(snapshot: TransactionsSnapshot): boolean {
  return snapshot.hasTag('extended') || snapshot.can({ type: 'transactions.showMore' });
}
