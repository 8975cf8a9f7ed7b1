import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { takeUnheard, watchLiveRegions } from './liveRegions.ts';

const SAVED = ['“Saved” is inserted together with its status element: render the element before its text'];

test.each([
  ['a status', '<p role="status">Saved</p>', SAVED],
  ['a status in a new part of the page', '<section><output>Saved</output></section>', SAVED],
  ['a status in a new page', '<section><h1>Tickets</h1><p role="status">Saved</p></section>', []],
  ['an empty status', '<p role="status"></p>', []],
  ['an alert', '<p role="alert">Saved</p>', []],
])('control: %s that is inserted with its text', (_, html, sentences) => {
  watchLiveRegions();
  document.body.insertAdjacentHTML('beforeend', html);
  expect(takeUnheard()).toEqual(sentences);
});

test('control: a status that gets its text later, or was there before, is announced', async () => {
  const { rerender } = render(<Statuses texts={['Before']} />);
  watchLiveRegions();
  rerender(<Statuses texts={['After', '']} />);
  // Mutations are reported in a microtask.
  await Promise.resolve();
  rerender(<Statuses texts={['After', 'New']} />);
  expect(takeUnheard()).toEqual([]);
});

function Statuses({ texts }: { readonly texts: readonly string[] }) {
  const [first, second] = texts;
  return (
    <main>
      <p role="status">{first}</p>
      {second !== undefined && <p role="status">{second}</p>}
    </main>
  );
}
