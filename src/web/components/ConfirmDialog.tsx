import { refusalSentence } from '#contract/refusalSentence.ts';
import { back } from '#messages/common.ts';
import * as messages from '#messages/dialogs.ts';
import { useId, type ReactNode } from 'react';
import {
  selectFailure,
  selectIsPasswordRefused,
  selectStatus,
  type CommandDialogEvent,
  type CommandDialogSnapshot,
} from '#machines/commandDialogMachine.ts';
import { useSession } from '../actors/rootHooks.ts';
import { row, stack } from '../styles/layout.css.ts';
import { Alert } from './Notice.tsx';
import { Button } from './Button.tsx';
import { CommandStatus } from './CommandStatus.tsx';
import { Dialog, DialogFacts } from './Dialog.tsx';
import { readForm } from './forms.ts';
import { userNameField } from './userNameField.ts';
import { TextField } from './TextField.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly snapshot: CommandDialogSnapshot;
  readonly send: (event: CommandDialogEvent) => void;
  readonly onConfirm: (password: string) => void;
  /** The facts that the user confirms. */
  readonly children: ReactNode;
}

/** Shows what the user is about to confirm, with a password field if the command needs the password (section 6). */
export default function ConfirmDialog({ title, action, snapshot, send, onConfirm, children }: ConfirmDialogProps) {
  const [username] = useSession((session) => session.context.user?.username ?? '');
  const status = selectStatus(snapshot);
  const failure = selectFailure(snapshot);
  const failureId = useId();
  const goBack = () => send({ type: 'dialog.back' });
  const canGoBack = snapshot.can({ type: 'dialog.back' });

  return (
    <Dialog title={title} closable={canGoBack} onOpenChange={goBack}>
      <form
        className={stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(readForm(event.currentTarget, { password: '' }).password);
        }}
      >
        <DialogFacts>{children}</DialogFacts>
        {snapshot.context.requiresPassword && (
          <>
            {/* Password managers need a user name beside the password. */}
            <TextField
              label={messages.username}
              name="username"
              {...userNameField}
              value={username}
              readOnly
              tabIndex={-1}
            />
            <TextField
              label={messages.password}
              name="password"
              type="password"
              autoComplete="current-password"
              required
              errorBy={selectIsPasswordRefused(snapshot) ? failureId : undefined}
            />
          </>
        )}
        <CommandStatus status={status} />
        {failure !== undefined && <Alert id={failureId}>{refusalSentence(failure)}</Alert>}
        <div className={row}>
          <Button inactive={!canGoBack} onClick={goBack}>
            {back}
          </Button>
          <Button type="submit" variant="primary" busy={snapshot.hasTag('busy')} inactive={status === 'waiting'}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
