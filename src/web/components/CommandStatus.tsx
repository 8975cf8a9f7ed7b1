import type { DialogStatus } from '#machines/commandDialogMachine.ts';
import { underWay } from '#messages/dialogs.ts';
import { unsettled } from '#messages/outcomes.ts';
import { visuallyHidden } from '../styles/text.css.ts';

interface CommandStatusProps {
  readonly status: DialogStatus;
  /** The text while the second call is in progress. */
  readonly confirming?: string;
}

/** The status line of a dialog while its command is in progress or the outcome is unknown. */
export function CommandStatus({ status, confirming = '' }: CommandStatusProps) {
  const text = {
    reviewing: '',
    waiting: underWay,
    calling: '',
    unsettled,
    confirming,
    done: '',
  }[status];

  return (
    <p role="status" className={text === '' ? visuallyHidden : undefined}>
      {text}
    </p>
  );
}
