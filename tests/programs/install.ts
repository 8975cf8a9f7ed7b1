import { display, fallbackFace, firefox, headlessShell, webKitDriver } from './browsers.ts';
import { pgBouncer, postgres } from './databases.ts';
import { installMissing } from './program.ts';

// While the check reads and builds the sources. What this does not bring, the tests that need it look for once more.
const database = (process.env['TEST_DATABASE_URL'] ?? '') === '' ? [postgres] : [];
await installMissing([...database, pgBouncer, headlessShell, firefox, webKitDriver, display, fallbackFace]);
