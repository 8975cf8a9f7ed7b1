import { messages } from '#domain/messages.ts';
import { useMovies, useSession, useShell } from '../actors/rootHooks.ts';
import { statusLine } from './shell.css.ts';

/** The line below the top bar while the outcome of a command is unknown, the server is unreachable, or the page is a saved one. */
export function StatusLine() {
  const [isUnreachable] = useSession((snapshot) => snapshot.matches('unreachable'));
  const [isUnsettled] = useShell((snapshot) => snapshot.matches({ command: 'unsettled' }));
  const [isSaved] = useMovies((snapshot) => snapshot.matches({ ready: 'saved' }));
  const text = isUnsettled
    ? messages.unsettled
    : isSaved
      ? messages.savedPage
      : isUnreachable
        ? messages.unreachable
        : '';

  return (
    <p role="status" className={statusLine[text === '' ? 'nothing' : 'said']}>
      {text}
    </p>
  );
}
