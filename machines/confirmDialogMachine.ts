import { assign, emit, sendTo, setup, type SnapshotFrom } from 'xstate';
import { readWrittenAmount } from '#domain/writtenAmount.ts';
import { parseAmount, TOP_UP_PRESETS, withdrawMessages } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { isExpired } from '#domain/tickets.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { withdrawAmountSchema } from '#contract/balanceChange.ts';
import { errorOf } from '#contract/fieldErrors.ts';
import { fieldMessages } from '#domain/credentials.ts';
import { passwordSchema } from '#contract/password.ts';
import type { Ticket } from '#contract/ticket.ts';
import { toApp } from './targets.ts';
import type { Command, StartCommand } from './commands.ts';
import {
  dialogStatus,
  isRunning,
  type CommandProgress,
  type DialogStatus,
  findCommand,
  followCommand,
} from './commandProgress.ts';
import { environmentOf, watchClock } from './environment.ts';
import type { System } from './targets.ts';
import { navigate, type NavigateEvent } from './navigation.ts';

type Kind = 'topUp' | 'withdrawal' | 'cancellation';

type Input = {
  readonly kind: Kind;
  readonly requiresPassword: boolean;
  /** The path to navigate to after success; undefined to stay on the page. */
  readonly exit: string | undefined;
  /** The initial text of the amount field, in rupiah. */
  readonly amountText: string;
  /** The current time, in epoch milliseconds. */
  readonly now: number;
  /** The command of this kind that is already running when the page opens. */
  readonly command: CommandProgress<Kind> | undefined;
};

type Context = Input & {
  ticket: Ticket | undefined;
  failure: string | undefined;
};

type WithCommand = { readonly command: CommandProgress<Kind> };

export type ConfirmDialogEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'command.changed'; command: CommandProgress<Kind> }
  | { type: 'amount.change' | 'amount.paste'; text: string }
  | { type: 'dialog.open'; ticket?: Ticket }
  | { type: 'dialog.confirm'; password: string }
  | { type: 'dialog.back' };

export const confirmDialogMachine = setup({
  types: {} as {
    context: Context;
    events: ConfirmDialogEvent;
    emitted: NavigateEvent;
    input: Input;
    tags: 'open' | 'busy';
  },
  actors: { watchClock, followCommand },
  guards: {
    canOpen: ({ context }, params: { ticket?: Ticket }) => canConfirm({ ...context, ...params }),
    isAmount: (_, params: { text: string }) => !Number.isNaN(readWrittenAmount(params.text)),
    isTyped: ({ context }) => context.kind === 'withdrawal',
    isPasswordMissing: ({ context }, params: { password: string }) =>
      context.requiresPassword && errorOf(passwordSchema, params.password) !== undefined,
    isRunning: ({ context }) => isRunning(context.command),
    isFree: ({ context }) => !isRunning(context.command),
    isUnsettled: ({ context }) => context.command?.status === 'unsettled',
    isStillRunning: (_, params: WithCommand) => isRunning(params.command),
    isRefused: (_, params: WithCommand) => params.command.status === 'refused',
    leadsAway: ({ context }, params: WithCommand) => context.exit !== undefined && params.command.status === 'done',
  },
  actions: {
    startCommand: sendTo(toApp, (_, params: StartCommand['confirmed']): StartCommand => ({
      type: 'command.start',
      confirmed: params,
    })),
    replacePath: emit((_, params: { path: string }) => navigate(params.path, { replace: true })),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeAmount: assign((_, params: { text: string }) => ({ amountText: params.text, failure: undefined })),
    storePastedAmount: assign((_, params: { text: string }) => ({
      amountText: String(readWrittenAmount(params.text)),
      failure: undefined,
    })),
    refusePaste: assign({ failure: withdrawMessages.notPasted }),
    storeTicket: assign((_, params: { ticket?: Ticket }) => ({ ticket: params.ticket })),
    storeCommand: assign((_, params: WithCommand) => ({ command: params.command })),
    storeCommandFailure: assign((_, params: WithCommand) => ({ failure: params.command.failure?.message })),
    takeCommand: assign(({ context: { command } }) => {
      if (command === undefined) return {};
      return command.kind === 'cancellation' ? { ticket: command.ticket } : { amountText: String(command.amount) };
    }),
    refuseAmount: assign({ failure: ({ context }) => errorOf(withdrawAmountSchema, selectAmount({ context })) }),
    refusePassword: assign((_, params: { password: string }) => ({
      failure: errorOf(passwordSchema, params.password),
    })),
    clearFailure: assign({ failure: undefined }),
    forgetCommand: assign({ command: undefined }),
    forgetTicket: assign({ ticket: undefined }),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'confirmDialog',
  context: ({ input }) => ({ ...input, ticket: undefined, failure: undefined }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'followCommand', src: 'followCommand', input: ({ context }) => ({ kind: context.kind }) },
  ],
  on: {
    'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } },
    'command.changed': { actions: { type: 'storeCommand', params: ({ event }) => event } },
  },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'Shows the dialog of a running command again, else starts with an empty form.',
      always: [{ guard: 'isRunning', target: 'submitting', actions: 'takeCommand' }, { target: 'choosing' }],
    },
    choosing: {
      description:
        'The user chooses an amount or a ticket. The dialog opens for a valid amount or a ticket that has not expired (sections 2 and 5).',
      entry: 'forgetTicket',
      on: {
        'amount.change': { actions: { type: 'storeAmount', params: ({ event }) => event } },
        'amount.paste': [
          {
            guard: { type: 'isAmount', params: ({ event }) => event },
            actions: { type: 'storePastedAmount', params: ({ event }) => event },
          },
          { actions: 'refusePaste' },
        ],
        'dialog.open': [
          {
            guard: { type: 'canOpen', params: ({ event }) => event },
            target: 'reviewing',
            actions: [{ type: 'storeTicket', params: ({ event }) => event }, 'clearFailure'],
          },
          { guard: 'isTyped', actions: 'refuseAmount' },
        ],
      },
    },
    reviewing: {
      description: 'The dialog is open. A refusal shows here, and the user can correct it and confirm again.',
      tags: 'open',
      on: {
        'dialog.confirm': [
          {
            guard: { type: 'isPasswordMissing', params: ({ event }) => event },
            actions: { type: 'refusePassword', params: ({ event }) => event },
          },
          {
            guard: 'isFree',
            target: 'submitting',
            actions: [
              'clearFailure',
              'forgetCommand',
              {
                type: 'startCommand',
                params: ({ context, event }) => ({ command: commandOf(context), password: event.password }),
              },
            ],
          },
        ],
        'dialog.back': { target: 'choosing', actions: 'clearFailure' },
      },
    },
    submitting: {
      description:
        'The root runs the command, even if the user leaves this page. This state ignores a second confirm: the double-submit guard.',
      tags: ['open', 'busy'],
      on: {
        'command.changed': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'reviewing',
            actions: [
              { type: 'storeCommand', params: ({ event }) => event },
              { type: 'storeCommandFailure', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isStillRunning', params: ({ event }) => event },
            actions: { type: 'storeCommand', params: ({ event }) => event },
          },
          {
            guard: { type: 'leadsAway', params: ({ event }) => event },
            target: 'succeeded',
            actions: { type: 'storeCommand', params: ({ event }) => event },
          },
          { target: 'choosing', actions: { type: 'storeCommand', params: ({ event }) => event } },
        ],
        'dialog.back': { guard: 'isUnsettled', target: 'choosing' },
      },
    },
    succeeded: {
      description: 'The command succeeded, and a toast says so. Navigates after 1.5 s (section 4).',
      after: { redirectDelay: 'leaving' },
    },
    leaving: {
      description: 'Navigating to the home page, or back to the seats for which the balance was too low.',
      type: 'final',
      entry: { type: 'replacePath', params: ({ context }) => ({ path: context.exit ?? PATHS.home }) },
    },
  },
});

/** Input for a page that ends in a confirmation dialog. */
export function confirmDialogInput(system: System, params: Omit<Input, 'now' | 'command'>): Input {
  return { ...params, now: environmentOf(system).clock.now(), command: findCommand(system, params.kind) };
}

export type ConfirmDialogSnapshot = SnapshotFrom<typeof confirmDialogMachine>;

/** The amount in the field, in rupiah; NaN if it is not a number. */
export function selectAmount({ context }: { readonly context: Pick<Context, 'amountText'> }): number {
  return parseAmount(context.amountText);
}

/** The dialog's status. */
export function selectStatus(snapshot: ConfirmDialogSnapshot): DialogStatus {
  return dialogStatus(snapshot.hasTag('busy'), snapshot.context.command);
}

/** The error message shown in the dialog. */
export function selectFailure(snapshot: ConfirmDialogSnapshot): string | undefined {
  const { command, failure } = snapshot.context;
  return snapshot.hasTag('busy') ? command?.failure?.message : failure;
}

/** Whether the error message is about the password: it is missing, too long or wrong. */
export function selectIsPasswordRefused(snapshot: ConfirmDialogSnapshot): boolean {
  const { command } = snapshot.context;
  const shown = selectFailure(snapshot);
  const isWrong = command?.failure?.code === 'wrong_password' && shown === command.failure.message;
  return isWrong || shown === fieldMessages.passwordMissing || shown === fieldMessages.passwordLong;
}

/** Whether the chosen amount or ticket may be confirmed (sections 2 and 5). */
function canConfirm({ kind, ticket, now, ...context }: Context): boolean {
  if (kind === 'cancellation') return ticket !== undefined && !isExpired(ticket, now);
  const amount = selectAmount({ context });
  if (kind === 'withdrawal') return errorOf(withdrawAmountSchema, amount) === undefined;
  return TOP_UP_PRESETS.some((preset) => preset === amount);
}

function commandOf(context: Context): Command {
  const { kind, ticket } = context;
  if (kind !== 'cancellation') return { kind, amount: selectAmount({ context }) };
  if (ticket === undefined) throw new Error('There is no ticket to cancel');
  return { kind, ticket };
}
