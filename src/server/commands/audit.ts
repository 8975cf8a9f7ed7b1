import { readSnapshot } from '../db/readSnapshot.ts';
import { OperatorError } from '../errors/operatorError.ts';
import { auditBooks } from '../store/audit.ts';
import { runCommand } from './runCommand.ts';

await runCommand(async (environment) => {
  const { users, entries, tickets, breaches } = await readSnapshot(environment, auditBooks);
  const scope = `${users} users, ${entries} ledger entries, ${tickets} tickets`;
  if (breaches.length > 0) throw new OperatorError([...breaches, `${scope}: ${breaches.length} breaches`].join('\n'));
  return `${scope}: the books are sound`;
});
