import { isDeepStrictEqual } from 'node:util';
import type { Selectable, Transaction } from 'kysely';
import { titleKey } from '#domain/titles.ts';
import type { Database, Engine } from '../db/database.ts';
import { lockStart } from '../db/migrate.ts';
import type { Schema } from '../db/schema.ts';
import { OperatorError } from '../errors.ts';
import { FILM_FIELDS, type CatalogueMovie } from './catalogueSchema.ts';

/** The titles that a catalogue changed. `withdrawn` films are no longer in it but have sold tickets, which stay valid. */
export interface CatalogueReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly withdrawn: readonly string[];
}

/**
 * Replaces the films on sale with the catalogue, in one transaction. Adds new films and changes known ones (by id). Films that
 * are no longer in the catalogue are withdrawn if they have sold tickets, and deleted otherwise. Throws an OperatorError when
 * the catalogue gives the id or the title of a film with sold tickets to another film (reliability 48).
 * @param now In epoch milliseconds.
 */
export async function seedCatalogue(
  { db, engine }: Database,
  movies: readonly CatalogueMovie[],
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

/** Every field of the schema as null, so that a field that a film no longer has is also cleared in the database. */
const NO_FIELDS = Object.fromEntries(FILM_FIELDS.map((field) => [field, null]));

function rowOf(movie: CatalogueMovie) {
  return { ...NO_FIELDS, ...movie, withdrawn_at: null };
}

/**
 * Reads every film, on sale or not. On PostgreSQL it also locks the rows: purchases that have begun are committed first, and
 * new ones wait until this transaction ends, so the list of films with sold tickets is complete.
 */
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

function assertSameFilms(sold: readonly Row[], movies: readonly CatalogueMovie[]): void {
  for (const { id, title } of movies) {
    const key = titleKey(title);
    const other = sold.find((film) => (film.id === id ? film.title !== title : titleKey(film.title) === key));
    if (other === undefined) continue;
    throw new OperatorError(
      other.id === id
        ? `The catalogue gives the id ${id} to ${title}, but ${other.title} has this id and has sold tickets: give ${title} another id`
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

/** Gives films that are renamed a temporary title, so that two films can swap their titles. */
async function freeTitles(transaction: Transaction<Schema>, before: readonly Row[], movies: readonly CatalogueMovie[]) {
  const renamed = movies.filter((movie) => before.some(({ id, title }) => id === movie.id && title !== movie.title));
  for (const { id } of renamed) {
    await transaction
      .updateTable('movies')
      .set({ title: `\u0001${id}` })
      .where('id', '=', id)
      .execute();
  }
}

function reportOf(
  before: readonly Row[],
  movies: readonly CatalogueMovie[],
): Pick<CatalogueReport, 'added' | 'changed'> {
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
