import { display, fallbackFace, firefox, headlessShell, webKitDriver } from './browsers.ts';
import { pgBouncer, postgres } from './databases.ts';
import { installMissing } from './program.ts';

// Runs in parallel with the check's other lanes. Tests try again to install programs that are still missing.
const database = (process.env['TEST_DATABASE_URL'] ?? '') === '' ? [postgres] : [];
await installMissing([...database, pgBouncer, headlessShell, firefox, webKitDriver, display, fallbackFace]);
