import { useId, type ReactNode } from 'react';
import { isBusy } from '#machines/commandProgress.ts';
import {
  selectFailure,
  selectIsPasswordRefused,
  selectStatus,
  type ConfirmDialogEvent,
  type ConfirmDialogSnapshot,
} from '#machines/confirmDialogMachine.ts';
import { useSession } from '../runtime/rootHooks.ts';
import { row, stack } from '../styles/layout.css.ts';
import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';
import { CommandStatus } from './CommandStatus.tsx';
import { Dialog, DialogFacts } from './Dialog.tsx';
import { TextField } from './TextField.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** The label of the button that confirms. */
  readonly action: string;
  readonly snapshot: ConfirmDialogSnapshot;
  readonly send: (event: ConfirmDialogEvent) => void;
  /** The facts that the user confirms. */
  readonly children: ReactNode;
}

/** Shows what the user is about to confirm, with a password field if the command needs the password (section 6). */
export default function ConfirmDialog({ title, action, snapshot, send, children }: ConfirmDialogProps) {
  const [username] = useSession((session) => session.context.user?.username ?? '');
  const status = selectStatus(snapshot);
  const failure = selectFailure(snapshot);
  const failureId = useId();
  const goBack = () => send({ type: 'dialog.back' });

  return (
    <Dialog title={title} onOpenChange={goBack}>
      <form
        className={stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const password = new FormData(event.currentTarget).get('password');
          send({ type: 'dialog.confirm', password: typeof password === 'string' ? password : '' });
        }}
      >
        <DialogFacts>{children}</DialogFacts>
        {snapshot.context.requiresPassword && (
          <>
            {/* Password managers need a user name beside the password. */}
            <TextField
              label="User name"
              name="username"
              autoComplete="username"
              value={username}
              readOnly
              tabIndex={-1}
            />
            <TextField
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
              errorBy={selectIsPasswordRefused(snapshot) ? failureId : undefined}
            />
          </>
        )}
        <CommandStatus status={status} />
        {failure !== undefined && <Alert id={failureId}>{failure}</Alert>}
        <div className={row}>
          <Button inactive={!snapshot.can({ type: 'dialog.back' })} onClick={goBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" busy={isBusy(status)} inactive={status === 'waiting'}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
