import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { moviesSchema, type Movie } from '#contract/movie.ts';
import { OperatorError } from '../errors/operatorError.ts';

const SHIPPED = fileURLToPath(new URL('catalogue/movies.json', import.meta.url));

/** The films of a catalogue file, or of the one shipped. Throws an OperatorError that says what is wrong with the file. */
export async function readCatalogue(path: string = SHIPPED): Promise<Movie[]> {
  const result = v.safeParse(moviesSchema, await readJson(path));
  if (!result.success) {
    const [issue] = result.issues;
    throw new OperatorError(
      `The catalogue ${path} is not right at ${v.getDotPath(issue) ?? 'its top'}: ${issue.message}`,
    );
  }
  const movies = result.output;
  for (const field of ['id', 'title'] as const) {
    const values = movies.map((movie) => movie[field]);
    const twice = values.find((value, index) => values.indexOf(value) !== index);
    if (twice !== undefined) throw new OperatorError(`The catalogue ${path} gives the ${field} ${twice} to two films`);
  }
  return movies;
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new OperatorError(`The catalogue ${path} cannot be read (${reason})`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new OperatorError(`The catalogue ${path} is not JSON`);
  }
}
