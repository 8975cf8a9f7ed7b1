import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type SyntheticEvent } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { submitForm } from '../../src/web/components/forms.ts';
import { takeOverrides, watchVisitorState } from './visitorState.ts';

/** Waits until the last action of the visitor is over. */
const pause = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(watchVisitorState);

test('control: a row that the visitor opened and a render folds', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Row isOpen />);
  await user.click(screen.getByText('Row B'));
  await user.click(screen.getByText('Row B'));
  await pause();
  expect(takeOverrides()).toEqual([]);
  watchVisitorState();
  await user.click(screen.getByText('12'));
  rerender(<Row isOpen={false} />);
  expect(takeOverrides()).toEqual(['“Row B” is folded by a render: its attribute “open” must not change']);
});

function Row({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <details open={isOpen}>
      <summary>Row B</summary>
      <button type="button">12</button>
    </details>
  );
}

test('control: a text that the visitor typed and a render replaces', async () => {
  const user = userEvent.setup();
  const { rerender } = render(<Amount given="" />);
  await user.type(screen.getByLabelText('Amount'), '12');
  await user.clear(screen.getByLabelText('Amount'));
  await user.type(screen.getByLabelText('Amount'), '3');
  await pause();
  rerender(<Amount given="150000" />);
  expect(takeOverrides()).toEqual(['The text “3”, typed into “Amount”, is replaced by “150000”']);
});

/** A field that keeps the typed text until it is given another one. */
function Amount({ given }: { readonly given: string }) {
  const [typed, setTyped] = useState('');
  const value = given === '' ? typed : given;
  return <input aria-label="Amount" value={value} onChange={(event) => setTyped(event.target.value)} />;
}

test('control: a focused button that is disabled', () => {
  const { rerender } = render(<button type="button">Buy</button>);
  screen.getByText('Buy').focus();
  rerender(
    <button type="button" disabled>
      Buy
    </button>,
  );
  expect(takeOverrides()).toEqual([
    '“Buy” is disabled while it has the focus, which the browser then moves to the body: use aria-disabled',
  ]);
});

function submit(event: SyntheticEvent<HTMLFormElement>): void {
  submitForm(event, () => undefined);
}

test('control: the product moves the focus without an action of the visitor', async () => {
  // No visitor resets the form.
  render(
    <form aria-label="Sign in" onSubmit={submit} onReset={submit}>
      <input aria-invalid="true" />
    </form>,
  );
  const form = screen.getByRole<HTMLFormElement>('form');
  fireEvent.submit(form);
  expect(takeOverrides()).toEqual([]);
  watchVisitorState();
  await pause();
  form.reset();
  expect(takeOverrides()).toEqual([
    expect.stringMatching(/^src\/web\/components\/forms\.ts:\d+ calls focus\(\) without an action of the visitor$/),
  ]);
});
