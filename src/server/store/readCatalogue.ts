import * as v from 'valibot';
import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { titleKey } from '#domain/titles.ts';
import { OperatorError } from '../errors.ts';
import { catalogueSchema, type CatalogueMovie } from './catalogueSchema.ts';

const SHIPPED = fileURLToPath(new URL('catalogue/movies.json', import.meta.url));

/** The byte order marks of UTF-16, or an ASCII character in UTF-16 without a mark. */
const UTF_16 = /^(?:\xFF\xFE|\xFE\xFF|\0[^\0]|[^\0]\0)/;

/** The excerpt to show around a byte that is not UTF-8. The whole line could be too long: some files are a single line. */
const AROUND_LOST = /.{0,40}\uFFFD.{0,20}/;

/**
 * Reads a catalogue file, by default the one shipped with the product. Throws an OperatorError that says what is wrong
 * with the file.
 */
export async function readCatalogue(path: string = SHIPPED): Promise<CatalogueMovie[]> {
  const read = await readJson(path);
  const result = v.safeParse(catalogueSchema, read);
  if (!result.success) throw new OperatorError(`The catalogue ${path} is invalid: ${describe(result.issues[0])}`);
  const movies = result.output;
  for (const field of ['id', 'title'] as const) {
    const values = movies.map((movie) => (field === 'title' ? titleKey(movie.title) : movie.id));
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) throw new OperatorError(`The catalogue ${path} gives the ${field} ${twice} to two films`);
  }
  return movies;
}

const titledSchema = v.object({ title: v.pipe(v.string(), v.nonEmpty()) });

/** Describes an issue by the position of the film in the list (from 1), its title if it has one, and the field. */
function describe({ path, message }: v.InferIssue<typeof catalogueSchema>): string {
  const [item, field] = path ?? [];
  if (item === undefined) return `the file is not a list of films: ${message}`;
  const titled = v.safeParse(titledSchema, item.value);
  const title = titled.success ? ` (${JSON.stringify(titled.output.title)})` : '';
  return `film ${Number(item.key) + 1}${title}${field === undefined ? '' : `, ${String(field.key)}`}: ${message}`;
}

async function readJson(path: string): Promise<unknown> {
  const bytes = await readFile(path).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(`The catalogue ${path} cannot be read (${reason})`);
  });
  const text = decode(path, bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError(
      `The catalogue ${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Decodes UTF-8 and drops the byte order mark that some editors write. Throws an OperatorError for UTF-16 and invalid bytes. */
function decode(path: string, bytes: Buffer): string {
  if (UTF_16.test(bytes.toString('latin1', 0, 2)))
    throw new OperatorError(`The catalogue ${path} is written in UTF-16: save it as UTF-8`);
  const lines = bytes
    .toString('latin1')
    .split('\n')
    .map((line) => Buffer.from(line, 'latin1'));
  const wrong = lines.findIndex((line) => !isUtf8(line));
  if (wrong === -1) return new TextDecoder().decode(bytes);
  const [around] = AROUND_LOST.exec(String(lines[wrong])) ?? [];
  throw new OperatorError(
    `The catalogue ${path} is not UTF-8 in line ${wrong + 1} (${around?.trim()}): save it as UTF-8`,
  );
}
