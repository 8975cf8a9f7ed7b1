import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Movie } from '#contract/movie.ts';
import { moviesMachine, type Programme } from '#machines/moviesMachine.ts';
import { selectMatches } from '#machines/moviesSelectors.ts';
import { idleCallback } from './idleCallback.ts';
import { controlledCall } from './controlledCall.ts';
import { metropolis } from '../fixtures/people.ts';

const general = { ...metropolis, id: 8, title: 'The General' };

describe('section 2: movies', () => {
  test('can be searched by title, ignoring case and without wildcards', async () => {
    const { actor, loadMovies } = setUpMovies();
    await loadMovies.answer({ movies: [metropolis, general], startIndex: 0 });
    const found = (text: string) => {
      actor.send({ type: 'movies.search', text });
      return selectMatches(actor.getSnapshot()).map(({ title }) => title);
    };
    expect(found('GENERAL')).toEqual(['The General']);
    expect(found('.')).toEqual([]);
    expect(found('  ')).toEqual(['Metropolis', 'The General']);
    expect(actor.getSnapshot().context.searchText).toBe('  ');
  });

  test('use the search text of the URL until the user types another', () => {
    const { actor } = setUpMovies();
    actor.send({ type: 'search.found', text: 'metro' });
    expect(actor.getSnapshot().context.searchText).toBe('metro');
    actor.send({ type: 'movies.search', text: 'kid' });
    actor.send({ type: 'search.found', text: 'metro' });
    expect(actor.getSnapshot().context.searchText).toBe('kid');
    actor.send({ type: 'search.changed', text: 'general' });
    expect(actor.getSnapshot().context.searchText, 'the user navigated to another search').toBe('general');
  });

  test('are filtered by a text typed while they were loading', async () => {
    const { actor, loadMovies } = setUpMovies();
    actor.send({ type: 'movies.search', text: 'metro' });
    await loadMovies.answer({ movies: [metropolis, general], startIndex: 0 });
    expect(selectMatches(actor.getSnapshot())).toEqual([metropolis]);
  });

  test('that are some minutes old are replaced by those of the server', async () => {
    const { actor, loadMovies, refreshMovies } = setUpMovies();
    await loadMovies.answer({ movies: [metropolis], startIndex: 0 });
    actor.send({ type: 'movies.aged' });
    expect(selectMatches(actor.getSnapshot()), 'until the server answers').toEqual([metropolis]);
    await refreshMovies.answer([general]);
    expect(selectMatches(actor.getSnapshot())).toEqual([general]);
  });
});

function setUpMovies() {
  const loadMovies = controlledCall<Programme, undefined>();
  const refreshMovies = controlledCall<readonly Movie[], undefined>();
  const actor = createActor(
    moviesMachine.provide({
      actors: {
        watchSearch: idleCallback<undefined>(),
        watchAge: idleCallback<undefined>(),
        loadMovies: loadMovies.actor,
        refreshMovies: refreshMovies.actor,
      },
    }),
  ).start();
  return { actor, loadMovies, refreshMovies };
}
