import { openSqliteReader } from './openSqliteFile.ts';
import { makePrivateFile } from './privateFiles.ts';

/**
 * Copies a consistent snapshot of a SQLite database into a new file that only its owner can read, while a server may still write. The
 * copy includes what is only in the write-ahead log beside the source. Throws when the source is not a database of this product.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const reader = openSqliteReader(source);
  try {
    reader.prepare('select number from schema_migrations').get();
    await makePrivateFile(target);
    reader.prepare('vacuum into ?').run(target);
  } finally {
    reader.close();
  }
}
