import { messages } from '#domain/messages.ts';
import { useSession, useShell } from '../runtime/rootHooks.ts';
import { line } from './QuietLine.css.ts';

/** The line about what is not known at the moment: who is here, or the outcome of a command. */
export function QuietLine() {
  const [isUnreachable] = useSession((snapshot) => snapshot.matches('unreachable'));
  const [isUnsettled] = useShell((snapshot) => snapshot.matches({ news: 'unsettled' }));
  const isQuiet = !isUnreachable && !isUnsettled;

  return (
    <p role="status" className={line[isQuiet ? 'nothing' : 'said']}>
      {isUnsettled ? messages.unsettled : isUnreachable ? messages.unreachable : ''}
    </p>
  );
}
