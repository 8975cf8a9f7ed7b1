import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { moviesMachine, selectMatches, type MoviesEmitted, type Programme } from '#machines/moviesMachine.ts';
import { idleCallback } from './idleCallback.ts';
import { controlledCall } from './controlledCall.ts';
import { metropolis } from '../fixtures/people.ts';

const general = { ...metropolis, id: 8, title: 'The General' };

describe('section 2: movies', () => {
  test('are fetched once for Home and Movies', async () => {
    const { actor, loadMovies, state } = setUpMovies();
    expect(state()).toBe('loading');
    await loadMovies.answer({ movies: [metropolis, general], startIndex: 0 });
    expect(state()).toBe('ready');
    expect(selectMatches(actor.getSnapshot())).toEqual([metropolis, general]);
    expect(loadMovies.inputs()).toHaveLength(1);
  });

  test('are searched by title, whatever the case, literally', async () => {
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

  test('the text in the address counts until another is typed', () => {
    const { actor } = setUpMovies();
    actor.send({ type: 'search.found', text: 'metro' });
    expect(actor.getSnapshot().context.searchText).toBe('metro');
    actor.send({ type: 'movies.search', text: 'kid' });
    actor.send({ type: 'search.found', text: 'metro' });
    expect(actor.getSnapshot().context.searchText).toBe('kid');
  });

  test('what is typed while they are fetched counts as soon as they are there', async () => {
    const { actor, loadMovies } = setUpMovies();
    actor.send({ type: 'movies.search', text: 'metro' });
    await loadMovies.answer({ movies: [metropolis, general], startIndex: 0 });
    expect(selectMatches(actor.getSnapshot())).toEqual([metropolis]);
  });

  test('that could not be fetched are told in place and in a toast, and can be asked for again', async () => {
    const { actor, emitted, loadMovies, state } = setUpMovies();
    await loadMovies.fail(new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' }));
    expect(state()).toBe('failed');
    expect(actor.getSnapshot().context.failure).toBe('The cinema cannot be reached.');
    expect(emitted).toEqual([
      {
        type: 'notify',
        notification: { type: 'error', text: 'The cinema cannot be reached.', placement: 'top-right' },
      },
    ]);
    actor.send({ type: 'movies.retry' });
    expect(state()).toBe('loading');
    await loadMovies.answer({ movies: [metropolis], startIndex: 0 });
    expect(actor.getSnapshot().context).toEqual({
      movies: [metropolis],
      startIndex: 0,
      searchText: '',
      failure: '',
    });
    expect(emitted).toHaveLength(1);
  });
});

function setUpMovies() {
  const loadMovies = controlledCall<Programme, undefined>();
  const emitted: MoviesEmitted[] = [];
  const actor = createActor(
    moviesMachine.provide({ actors: { watchSearch: idleCallback<undefined>(), loadMovies: loadMovies.actor } }),
  );
  actor.on('*', (event) => emitted.push(event));
  actor.start();
  return { actor, emitted, loadMovies, state: () => actor.getSnapshot().value };
}
