import type { Movie } from '#contract/movie.ts';
import { StartupFailure } from '../startupFailure.ts';
import { lockStart } from './migrate.ts';
import type { Database } from './openDatabase.ts';

/**
 * Makes the films on show those of the catalogue: adds, changes by id, and takes away those that never sold a ticket.
 * Throws a StartupFailure when a title belongs to a film that must stay because it has sold tickets.
 */
export async function seedCatalogue({ db, engine }: Database, movies: readonly Movie[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockStart(transaction, engine);
    const ids = movies.map(({ id }) => id);
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
        throw new StartupFailure(
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
  });
}
