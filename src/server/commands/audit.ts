import { inspectDatabase } from '../db/inspectDatabase.ts';
import { OperatorError } from '../errors.ts';
import { auditBooks } from '../store/audit.ts';
import { runCommand } from './runCommand.ts';

/**
 * Lets the database engine check its files, compares the schema with the one that the migrations create, then audits the books.
 * Returns a sentence with what was checked. Throws an OperatorError with every breach that the first failing check finds.
 */
export function auditDatabase(where: {
  readonly dataDirectory: string;
  readonly databaseUrl?: string | undefined;
}): Promise<string> {
  return inspectDatabase(where, async (inspection) => {
    const { how, breaches: damage } = await inspection.checkEngine();
    if (damage.length > 0) throw new OperatorError([...damage, `${how}: ${damage.length} breaches`].join('\n'));
    const differences = await inspection.checkSchema();
    if (differences.length > 0)
      throw new OperatorError([...differences, `The schema: ${differences.length} breaches`].join('\n'));
    const { users, entries, tickets, breaches } = await inspection.readSnapshot(auditBooks);
    const scope = `${users} users, ${entries} ledger entries, ${tickets} tickets`;
    if (breaches.length > 0) throw new OperatorError([...breaches, `${scope}: ${breaches.length} breaches`].join('\n'));
    const risks = await inspection.listRisks();
    return [`${scope}: the books are sound. The files are sound (${how}).`, ...risks].join('\n');
  });
}

if (import.meta.main) await runCommand(auditDatabase);
