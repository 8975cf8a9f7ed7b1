import { assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import { withdrawAmountSchema } from '#contract/balanceChange.ts';
import { errorOf } from '#contract/fieldErrors.ts';
import { parseAmount, TOP_UP_PRESETS } from '#domain/money.ts';
import type { Rule } from '#domain/rules.ts';
import { readWrittenAmount } from '#domain/writtenAmount.ts';
import { commandDialogMachine, type CommandDialogReport } from './commandDialogMachine.ts';
import { findCommand, type CommandProgress } from './commandProgress.ts';
import { navigate, type NavigateEvent } from './navigation.ts';
import type { System } from './targets.ts';

type Kind = 'topUp' | 'withdrawal';

interface Input {
  readonly kind: Kind;
  /** The path to which the page navigates after a success. */
  readonly exit: string;
  /** The initial text of the amount field, in rupiah. */
  readonly amountText: string;
  /** The command of this kind that is already running when the page opens. */
  readonly command: CommandProgress<Kind> | undefined;
}

interface Context extends Input {
  /** The rule that the amount breaks; its message is shown beside the field. */
  readonly brokenRule: string | undefined;
}

type WithText = { readonly text: string };

export type AmountFormEvent =
  | ({ type: 'amount.change' | 'amount.paste' } & WithText)
  | { type: 'amount.review' }
  | { type: 'amount.confirm'; password: string }
  | CommandDialogReport;

export const amountFormMachine = setup({
  types: {} as {
    context: Context;
    events: AmountFormEvent;
    emitted: NavigateEvent;
    input: Input;
    children: { dialog: 'dialog' };
  },
  actors: { dialog: commandDialogMachine },
  guards: {
    isAmount: (_, { text }: WithText) => !Number.isNaN(readWrittenAmount(text)),
    isTyped: ({ context }) => context.kind === 'withdrawal',
    isValid: ({ context }) => isValid(context),
  },
  actions: {
    storeAmount: assign((_, { text }: WithText) => ({ amountText: text, brokenRule: undefined })),
    storePastedAmount: assign((_, { text }: WithText) => ({
      amountText: String(readWrittenAmount(text)),
      brokenRule: undefined,
    })),
    refusePaste: assign({ brokenRule: 'withdrawalNotPasted' satisfies Rule }),
    refuseAmount: assign({ brokenRule: ({ context }) => errorOf(withdrawAmountSchema, selectAmount({ context })) }),
    clearBrokenRule: assign({ brokenRule: undefined }),
    openDialog: sendTo('dialog', { type: 'dialog.open' }),
    confirm: sendTo('dialog', ({ context }, { password }: { password: string }) => ({
      type: 'dialog.confirm' as const,
      confirmed: { command: { kind: context.kind, amount: selectAmount({ context }) }, password },
    })),
    replacePath: emit(({ context }) => navigate(context.exit, { replace: true })),
  },
}).createMachine({
  id: 'amountForm',
  context: ({ input }) => ({ ...input, brokenRule: undefined }),
  invoke: {
    id: 'dialog',
    src: 'dialog',
    input: ({ context: { kind, command } }) => ({
      kind,
      requiresPassword: kind === 'withdrawal',
      afterSuccess: 'closeAndLeave',
      command,
    }),
    onDone: { target: '.leaving' },
  },
  initial: 'editing',
  states: {
    editing: {
      description: 'The user chooses an amount, or types one for a withdrawal. The dialog opens for a valid amount.',
      on: {
        'amount.change': { actions: { type: 'storeAmount', params: ({ event }) => event } },
        'amount.paste': [
          {
            guard: { type: 'isAmount', params: ({ event }) => event },
            actions: { type: 'storePastedAmount', params: ({ event }) => event },
          },
          { actions: 'refusePaste' },
        ],
        'amount.review': [
          { guard: 'isValid', actions: 'openDialog' },
          { guard: 'isTyped', actions: 'refuseAmount' },
        ],
        'dialog.opened': { target: 'reviewing', actions: 'clearBrokenRule' },
        'dialog.resumed': { target: 'reviewing', actions: 'clearBrokenRule' },
      },
    },
    reviewing: {
      description: 'The dialog is open. The amount stays as the dialog shows it.',
      on: {
        'amount.confirm': { actions: { type: 'confirm', params: ({ event }) => event } },
        'dialog.closed': 'editing',
      },
    },
    leaving: {
      description: 'Navigating to the home page, or back to the seats for which the balance was too low.',
      type: 'final',
      entry: 'replacePath',
    },
  },
});

/** Input for the page of a top-up or a withdrawal. A running command of its kind gives the amount. */
export function amountFormInput(system: System, params: Omit<Input, 'command'>): Input {
  const command = findCommand(system, params.kind);
  return { ...params, amountText: command === undefined ? params.amountText : String(command.amount), command };
}

export type AmountFormSnapshot = SnapshotFrom<typeof amountFormMachine>;

/** The amount in the field, in rupiah; NaN if it is not a number. */
export function selectAmount({ context }: { readonly context: Pick<Context, 'amountText'> }): number {
  return parseAmount(context.amountText);
}

/** The amount that the page shows, in rupiah; 0 unless the text is a whole number that is not negative. */
export function selectShownAmount(snapshot: AmountFormSnapshot): number {
  const amount = selectAmount(snapshot);
  return Number.isSafeInteger(amount) && amount >= 0 ? amount : 0;
}

/** Whether the amount may be confirmed: a preset to top up, or a whole number up to the maximum to withdraw. */
function isValid(context: Context): boolean {
  const amount = selectAmount({ context });
  return context.kind === 'withdrawal'
    ? errorOf(withdrawAmountSchema, amount) === undefined
    : TOP_UP_PRESETS.some((preset) => preset === amount);
}
