import { isDeepStrictEqual } from 'node:util';
import type { Selectable, Transaction } from 'kysely';
import * as v from 'valibot';
import { movieSchema, type Movie } from '#contract/movie.ts';
import { titleKey } from '#domain/titles.ts';
import type { Database, Engine } from '../db/database.ts';
import { lockStart } from '../db/migrate.ts';
import type { Schema } from '../db/schema.ts';
import { OperatorError } from '../errors/operatorError.ts';

/** The titles that a catalogue changed; `withdrawn` are films that are not in it, but have sold tickets, which live on. */
export interface CatalogueReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly withdrawn: readonly string[];
}

/**
 * Makes the films on sale those of the catalogue, all or nothing: adds, changes by id, withdraws those that have sold tickets
 * and deletes those that have not. Takes epoch milliseconds. Throws an OperatorError when an id or a title of a film that has
 * sold tickets is given to another film (reliability 48).
 */
export async function seedCatalogue(
  { db, engine }: Database,
  movies: readonly Movie[],
  now: number,
): Promise<CatalogueReport> {
  return db.transaction().execute(async (transaction) => {
    await lockStart(transaction, engine);
    const before = await lockMovies(transaction, engine);
    const sold = new Set(await listSoldMovies(transaction));
    assertSameFilms(
      before.filter(({ id }) => sold.has(id)),
      movies,
    );
    const gone = before.filter(({ id }) => !movies.some((movie) => movie.id === id));
    const removed = gone.filter(({ id }) => !sold.has(id));
    const withdrawn = gone.filter(({ id, withdrawn_at: at }) => sold.has(id) && at === null);
    await removeMovies(transaction, removed);
    await withdrawMovies(transaction, withdrawn, now);
    await freeTitles(transaction, before, movies);
    for (const movie of movies) {
      const row = rowOf(movie);
      const { id: _id, ...changes } = row;
      await transaction
        .insertInto('movies')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute();
    }
    return { ...reportOf(before, movies), removed: titlesOf(removed), withdrawn: titlesOf(withdrawn) };
  });
}

type Row = Selectable<Schema['movies']>;

/** Every field of the schema, null where a film has none: what left the catalogue leaves the database, too. */
const NO_FIELDS = Object.fromEntries(v.keyof(movieSchema).options.map((field) => [field, null]));

function rowOf(movie: Movie) {
  return { ...NO_FIELDS, ...movie, withdrawn_at: null };
}

/** Every film, on sale or not; on PostgreSQL none sells a ticket until the transaction ends, or has just sold one unseen. */
function lockMovies(transaction: Transaction<Schema>, engine: Engine): Promise<Row[]> {
  return transaction
    .selectFrom('movies')
    .selectAll()
    .orderBy('id')
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .execute();
}

async function listSoldMovies(transaction: Transaction<Schema>): Promise<number[]> {
  const rows = await transaction
    .selectFrom('movies')
    .select('id')
    .where((film) =>
      film.exists(film.selectFrom('tickets').select('tickets.id').whereRef('tickets.movie_id', '=', 'movies.id')),
    )
    .execute();
  return rows.map(({ id }) => id);
}

function assertSameFilms(sold: readonly Row[], movies: readonly Movie[]): void {
  for (const { id, title } of movies) {
    const key = titleKey(title);
    const other = sold.find((film) => (film.id === id ? film.title !== title : titleKey(film.title) === key));
    if (other === undefined) continue;
    throw new OperatorError(
      other.id === id
        ? `The catalogue gives the id ${id} to ${title}, but it is that of ${other.title}, which has sold tickets: another film needs another id`
        : `The catalogue gives the title ${title} to film ${id}, but film ${other.id} sold tickets under it`,
    );
  }
}

async function removeMovies(transaction: Transaction<Schema>, movies: readonly Row[]): Promise<void> {
  for (const { id } of movies) await transaction.deleteFrom('movies').where('id', '=', id).execute();
}

async function withdrawMovies(transaction: Transaction<Schema>, movies: readonly Row[], now: number): Promise<void> {
  for (const { id } of movies) {
    await transaction.updateTable('movies').set({ withdrawn_at: now }).where('id', '=', id).execute();
  }
}

/** Lets films swap their titles. */
async function freeTitles(transaction: Transaction<Schema>, before: readonly Row[], movies: readonly Movie[]) {
  const renamed = movies.filter((movie) => before.some(({ id, title }) => id === movie.id && title !== movie.title));
  for (const { id } of renamed) {
    await transaction
      .updateTable('movies')
      .set({ title: `\u0001${id}` })
      .where('id', '=', id)
      .execute();
  }
}

function reportOf(before: readonly Row[], movies: readonly Movie[]): Pick<CatalogueReport, 'added' | 'changed'> {
  const onSale = new Map(before.filter((row) => row.withdrawn_at === null).map((row) => [row.id, { ...row }]));
  return {
    added: titlesOf(movies.filter(({ id }) => !onSale.has(id))),
    changed: titlesOf(
      movies.filter((movie) => onSale.has(movie.id) && !isDeepStrictEqual(rowOf(movie), onSale.get(movie.id))),
    ),
  };
}

function titlesOf(movies: readonly { readonly title: string }[]): string[] {
  return movies.map(({ title }) => title);
}
