import { display, fallbackFace, firefox, headlessShell, webKitDriver } from './browsers.ts';
import { pgBouncer, postgres } from './databases.ts';
import { installMissing } from './program.ts';

// Runs in parallel with the check's other lanes. A test that needs a program that is still missing fails and says so.
const database = (process.env['TEST_DATABASE_URL'] ?? '') === '' ? [postgres] : [];
await installMissing([...database, pgBouncer, headlessShell, firefox, webKitDriver, display, fallbackFace]);
