import { closeAllSessions } from '../store/sessions.ts';
import { runCommand, withDatabase } from './runCommand.ts';

await runCommand(async (environment) => {
  const ended = await withDatabase(environment, ({ db }) => closeAllSessions(db));
  return `${ended} sessions are ended: all users must sign in again.`;
});
