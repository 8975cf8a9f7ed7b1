import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../src/xstate-visit/panel/ErrorBoundary.tsx';

function Broken(): never {
  throw new Error('no chart');
}

test('a part of the panel that cannot be rendered shows a message, and the other parts stay', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <>
      <ErrorBoundary part="The statechart">
        <Broken />
      </ErrorBoundary>
      <p>Events</p>
    </>,
  );
  expect(screen.getByRole('alert').textContent).toBe('The statechart cannot be shown: Error: no chart');
  expect(screen.getByText('Events')).toBeTruthy();
});
