import { display, fallbackFace, firefox, headlessShell, webKitDriver } from './browsers.ts';
import { pgBouncer, postgres } from './databases.ts';
import { installMissing } from './program.ts';

// Runs while the check reads and builds the sources. A test whose program is still missing reports it.
const database = (process.env['TEST_DATABASE_URL'] ?? '') === '' ? [postgres] : [];
await installMissing([...database, pgBouncer, headlessShell, firefox, webKitDriver, display, fallbackFace]);
