import { OperatorError } from '../errors.ts';
import { readCatalogue } from '../store/readCatalogue.ts';
import { seedCatalogue } from '../store/seedCatalogue.ts';
import { fileArgument, runCommand, withDatabase } from './runCommand.ts';

await runCommand(async (environment, file) => {
  if (file === undefined) throw new OperatorError('Name the catalogue file: npm run catalogue -- FILE');
  const movies = await readCatalogue(fileArgument(file));
  const { added, changed, removed, withdrawn } = await withDatabase(environment, (database) =>
    seedCatalogue(database, movies, Date.now()),
  );
  return [
    listed('Added', added),
    listed('Changed', changed),
    listed('Removed', removed),
    listed('No longer on sale, but sold tickets stay valid', withdrawn),
  ].join('\n');
});

function listed(what: string, titles: readonly string[]): string {
  return `${what}: ${titles.length === 0 ? 'none' : titles.join(', ')}`;
}
