import type { DialogStatus } from '#machines/commandProgress.ts';
import { messages } from '#domain/messages.ts';
import { visuallyHidden } from '../styles/visuallyHidden.css.ts';

interface CommandNewsProps {
  readonly status: DialogStatus;
  /** The text once the first call has settled and the second one is on its way. */
  readonly confirming?: string;
}

/** The status of a command in its dialog, while its end is not known. */
export function CommandNews({ status, confirming = '' }: CommandNewsProps) {
  const news = {
    reviewing: '',
    waiting: messages.underWay,
    calling: '',
    unsettled: messages.unsettled,
    confirming,
    done: '',
  }[status];

  return (
    <p role="status" className={news === '' ? visuallyHidden : undefined}>
      {news}
    </p>
  );
}
