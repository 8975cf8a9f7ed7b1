import { measureDocuments } from './tests/bench/web/documents.ts';
await measureDocuments({ LOG_LEVEL: 'warn', DATA_DIR: '/tmp/docs-bench', PORT: '0' });
