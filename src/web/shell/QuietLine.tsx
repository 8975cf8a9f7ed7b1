import { messages } from '#domain/messages.ts';
import { useSession, useShell } from '../runtime/rootHooks.ts';
import { quietLine } from './shell.css.ts';

/** The line below the top bar while the outcome of a command is unknown, or the server is unreachable. */
export function QuietLine() {
  const [isUnreachable] = useSession((snapshot) => snapshot.matches('unreachable'));
  const [isUnsettled] = useShell((snapshot) => snapshot.matches({ command: 'unsettled' }));
  const isQuiet = !isUnreachable && !isUnsettled;

  return (
    <p role="status" className={quietLine[isQuiet ? 'nothing' : 'said']}>
      {isUnsettled ? messages.unsettled : isUnreachable ? messages.unreachable : ''}
    </p>
  );
}
