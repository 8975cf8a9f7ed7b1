import { auditDatabase } from './auditDatabase.ts';
import { runCommand } from './runCommand.ts';

await runCommand(auditDatabase);
