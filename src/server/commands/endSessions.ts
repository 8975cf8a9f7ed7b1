import { closeAllSessions } from '../store/sessions.ts';
import { runCommand } from './runCommand.ts';
import { withDatabase } from './withDatabase.ts';

await runCommand(async (environment) => {
  const ended = await withDatabase(environment, ({ db }) => closeAllSessions(db));
  return `${ended} sessions are ended: all users must sign in again.`;
});
