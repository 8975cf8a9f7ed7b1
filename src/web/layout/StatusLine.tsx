import { generalFailures } from '#messages/general.ts';
import { unsettled } from '#messages/outcomes.ts';
import { savedPage } from '#messages/shell.ts';
import { useMovies, useSession, useShell } from '../actors/rootHooks.ts';
import { statusLine } from './shell.css.ts';

/** The line below the top bar while the outcome of a command is unknown, the server is unreachable, or the page is a saved one. */
export function StatusLine() {
  const [isUnreachable] = useSession((snapshot) => snapshot.matches('unreachable'));
  const [isUnsettled] = useShell((snapshot) => snapshot.matches({ command: 'unsettled' }));
  const [isSaved] = useMovies((snapshot) => snapshot.matches({ ready: 'saved' }));
  const text = isUnsettled ? unsettled : isSaved ? savedPage : isUnreachable ? generalFailures.unreachable : '';

  return (
    <p role="status" className={statusLine[text === '' ? 'nothing' : 'said']}>
      {text}
    </p>
  );
}
