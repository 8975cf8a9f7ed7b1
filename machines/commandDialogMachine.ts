import { assign, sendParent, sendTo, setup, type SnapshotFrom } from 'xstate';
import { errorOf } from '#contract/fieldErrors.ts';
import { passwordSchema } from '#contract/password.ts';
import type { Failure } from '#domain/failure.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { toApp } from './targets.ts';
import type { CommandKind, ConfirmedCommand, StartCommand } from './commands.ts';
import { followCommand, isRunning, type CommandProgress } from './commandProgress.ts';

interface Input {
  readonly kind: CommandKind;
  readonly requiresPassword: boolean;
  /** After a success, the dialog closes; or it closes and the page navigates away; or the page does so while the dialog shows the success. */
  readonly afterSuccess: 'close' | 'closeAndLeave' | 'showAndLeave';
  /** A running command that the dialog shows when the page opens. */
  readonly command: CommandProgress<CommandKind> | undefined;
}

type Context = Input & { failure: Failure | undefined };

type WithCommand = { readonly command: CommandProgress<CommandKind> };

export type CommandDialogEvent =
  | { type: 'dialog.open' }
  | { type: 'dialog.confirm'; confirmed: ConfirmedCommand }
  | { type: 'dialog.back' }
  /** The page closes the dialog. A submitted command stays in it. */
  | { type: 'dialog.close' }
  | ({ type: 'command.changed'; at: number } & WithCommand);

/**
 * Sent to the page: the dialog has opened, it shows a command that was running before the page opened, it has closed (with the command
 * that it has shown), or the server has refused the command.
 */
export type CommandDialogReport =
  | { type: 'dialog.opened' | 'dialog.resumed' }
  | ({ type: 'dialog.closed' } & Partial<WithCommand>)
  | ({ type: 'dialog.refused' } & WithCommand);

export const commandDialogMachine = setup({
  types: {} as { context: Context; events: CommandDialogEvent; input: Input; tags: 'open' | 'busy' },
  actors: { followCommand },
  guards: {
    isRunning: ({ context }) => isRunning(context.command),
    isFree: ({ context }) => !isRunning(context.command),
    isPasswordMissing: ({ context }, { confirmed }: { confirmed: ConfirmedCommand }) =>
      context.requiresPassword && errorOf(passwordSchema, confirmed.password) !== undefined,
    isUnsettled: ({ context }) => context.command?.status === 'unsettled',
    isStillRunning: (_, { command }: WithCommand) => isRunning(command),
    isRefused: (_, { command }: WithCommand) => command.status === 'refused',
    isShown: ({ context }, { command }: WithCommand) =>
      command.status === 'done' && context.afterSuccess === 'showAndLeave',
    leadsAway: ({ context }, { command }: WithCommand) =>
      command.status === 'done' && context.afterSuccess === 'closeAndLeave',
  },
  actions: {
    startCommand: sendTo(toApp, (_, { confirmed }: { confirmed: ConfirmedCommand }): StartCommand => ({
      type: 'command.start',
      confirmed,
    })),
    storeCommand: assign((_, { command }: WithCommand) => ({ command })),
    forgetCommand: assign({ command: undefined }),
    storeFailure: assign((_, { command }: WithCommand) => ({ failure: command.failure })),
    refusePassword: assign((_, { confirmed }: { confirmed: ConfirmedCommand }) => ({
      failure: { code: 'invalid_request', reason: errorOf(passwordSchema, confirmed.password), seatNumbers: [] },
    })),
    clearFailure: assign({ failure: undefined }),
    reportOpening: sendParent((): CommandDialogReport => ({ type: 'dialog.opened' })),
    reportResumption: sendParent((): CommandDialogReport => ({ type: 'dialog.resumed' })),
    reportClosing: sendParent((_, { command }: Pick<Context, 'command'>): CommandDialogReport => ({
      type: 'dialog.closed',
      ...(command && { command }),
    })),
    reportRefusal: sendParent((_, { command }: WithCommand): CommandDialogReport => ({
      type: 'dialog.refused',
      command,
    })),
  },
  delays: { redirectDelay: REDIRECT_DELAY },
}).createMachine({
  id: 'commandDialog',
  context: ({ input }) => ({ ...input, failure: undefined }),
  invoke: { id: 'followCommand', src: 'followCommand', input: ({ context }) => ({ kind: context.kind }) },
  on: { 'command.changed': { actions: { type: 'storeCommand', params: ({ event }) => event } } },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'Shows the command that was already running when the page opened, if there is one.',
      always: [{ guard: 'isRunning', target: 'open.submitting', actions: 'reportResumption' }, { target: 'closed' }],
    },
    closed: {
      description: 'The dialog is closed. The page opens it for a choice that can be confirmed.',
      on: { 'dialog.open': { target: 'open', actions: 'reportOpening' } },
    },
    open: {
      description: 'The dialog is open. The page knows what it shows.',
      tags: 'open',
      entry: 'clearFailure',
      // An exit action runs before `storeCommand`, so the last status is in the event. A command that ended earlier was reported then.
      exit: {
        type: 'reportClosing',
        params: ({ context: { command }, event }) =>
          event.type === 'command.changed' ? event : { command: isRunning(command) ? command : undefined },
      },
      initial: 'reviewing',
      states: {
        reviewing: {
          description: 'The user reads what will happen. A refusal shows here, and the user can confirm again.',
          on: {
            'dialog.confirm': [
              {
                guard: { type: 'isPasswordMissing', params: ({ event }) => event },
                actions: { type: 'refusePassword', params: ({ event }) => event },
              },
              {
                guard: 'isFree',
                target: 'submitting',
                actions: ['clearFailure', 'forgetCommand', { type: 'startCommand', params: ({ event }) => event }],
              },
            ],
            'dialog.back': '#commandDialog.closed',
            'dialog.close': '#commandDialog.closed',
          },
        },
        submitting: {
          description:
            'The root runs the command, even if the user leaves this page. This state ignores a second confirm: the double-submit guard.',
          tags: 'busy',
          on: {
            'command.changed': [
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: 'reviewing',
                actions: [
                  { type: 'storeCommand', params: ({ event }) => event },
                  { type: 'storeFailure', params: ({ event }) => event },
                  { type: 'reportRefusal', params: ({ event }) => event },
                ],
              },
              {
                guard: { type: 'isStillRunning', params: ({ event }) => event },
                actions: { type: 'storeCommand', params: ({ event }) => event },
              },
              {
                guard: { type: 'isShown', params: ({ event }) => event },
                target: 'succeeded',
                actions: { type: 'storeCommand', params: ({ event }) => event },
              },
              {
                guard: { type: 'leadsAway', params: ({ event }) => event },
                target: '#commandDialog.succeeded',
                actions: { type: 'storeCommand', params: ({ event }) => event },
              },
              {
                target: '#commandDialog.closed',
                actions: { type: 'storeCommand', params: ({ event }) => event },
              },
            ],
            'dialog.back': { guard: 'isUnsettled', target: '#commandDialog.closed' },
          },
        },
        succeeded: {
          description: 'The dialog says that the command succeeded. The page navigates after 1.5 s.',
          tags: 'busy',
          after: { redirectDelay: '#commandDialog.finished' },
        },
      },
    },
    succeeded: {
      description: 'The command succeeded, and a toast says so. The page navigates after 1.5 s.',
      after: { redirectDelay: 'finished' },
    },
    finished: { description: 'The page navigates away.', type: 'final' },
  },
});

export type CommandDialogSnapshot = SnapshotFrom<typeof commandDialogMachine>;

/** `waiting` while an earlier command of this kind runs, `reviewing` before a confirm, else the status of the dialog's command. */
export type DialogStatus = 'reviewing' | 'waiting' | 'calling' | 'unsettled' | 'confirming' | 'done';

/** The dialog's status. */
export function selectStatus(snapshot: CommandDialogSnapshot): DialogStatus {
  const { command } = snapshot.context;
  if (!snapshot.hasTag('busy')) return isRunning(command) ? 'waiting' : 'reviewing';
  const status = command?.status;
  return status === 'unsettled' || status === 'confirming' || status === 'done' ? status : 'calling';
}

/** Why the dialog's command failed or was refused. */
export function selectFailure(snapshot: CommandDialogSnapshot): Failure | undefined {
  const { command, failure } = snapshot.context;
  return snapshot.hasTag('busy') ? command?.failure : failure;
}

/** Whether the failure is about the password: it is missing, too long or wrong. */
export function selectIsPasswordRefused(snapshot: CommandDialogSnapshot): boolean {
  const failure = selectFailure(snapshot);
  return failure?.code === 'wrong_password' || failure?.reason?.startsWith('password') === true;
}
