import { isDeepStrictEqual } from 'node:util';
import type { Movie } from '#contract/movie.ts';
import type { Database } from '../db/database.ts';
import { lockStart } from '../db/migrate.ts';
import { OperatorError } from '../errors/operatorError.ts';

/** The titles that a catalogue changed; `kept` are films that are not in it but stay because they sold tickets. */
export interface CatalogueReport {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly kept: readonly string[];
}

/**
 * Makes the films on show those of the catalogue, all or nothing: adds, changes by id, and deletes those that never sold a ticket.
 * Throws an OperatorError when a title belongs to a film that must stay because it has sold tickets.
 */
export async function seedCatalogue({ db, engine }: Database, movies: readonly Movie[]): Promise<CatalogueReport> {
  return db.transaction().execute(async (transaction) => {
    await lockStart(transaction, engine);
    const ids = movies.map(({ id }) => id);
    const before = await transaction.selectFrom('movies').selectAll().orderBy('id').execute();
    await transaction
      .deleteFrom('movies')
      .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
      .where((builder) =>
        builder.not(
          builder.exists(
            builder.selectFrom('tickets').select('tickets.id').whereRef('tickets.movie_id', '=', 'movies.id'),
          ),
        ),
      )
      .execute();
    const kept = await transaction.selectFrom('movies').select(['id', 'title']).execute();
    for (const movie of movies) {
      const owner = kept.find(({ id, title }) => title === movie.title && !ids.includes(id));
      if (owner !== undefined) {
        throw new OperatorError(
          `The catalogue gives the title ${movie.title} to film ${movie.id}, but film ${owner.id} sold tickets under it`,
        );
      }
    }
    const renamed = movies.filter((movie) => kept.some(({ id, title }) => id === movie.id && title !== movie.title));
    for (const { id } of renamed) {
      await transaction
        .updateTable('movies')
        .set({ title: `\u0001${id}` })
        .where('id', '=', id)
        .execute();
    }
    for (const movie of movies) {
      const { id: _id, ...changes } = movie;
      await transaction
        .insertInto('movies')
        .values(movie)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute();
    }
    return reportOf(
      before,
      movies,
      kept.map(({ id }) => id),
    );
  });
}

function reportOf(before: readonly Movie[], movies: readonly Movie[], kept: readonly number[]): CatalogueReport {
  const old = new Map(before.map((movie) => [movie.id, movie]));
  const gone = before.filter(({ id }) => !movies.some((movie) => movie.id === id));
  return {
    added: titlesOf(movies.filter(({ id }) => !old.has(id))),
    changed: titlesOf(
      movies.filter((movie) => old.has(movie.id) && !isDeepStrictEqual({ ...movie }, { ...old.get(movie.id) })),
    ),
    removed: titlesOf(gone.filter(({ id }) => !kept.includes(id))),
    kept: titlesOf(gone.filter(({ id }) => kept.includes(id))),
  };
}

function titlesOf(movies: readonly Movie[]): string[] {
  return movies.map(({ title }) => title);
}
