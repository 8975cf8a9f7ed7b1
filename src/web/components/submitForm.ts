import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';

/** Submits a form and renders the result synchronously, then focuses the first invalid field, if any. */
export function submitForm(event: SyntheticEvent<HTMLFormElement>, submit: () => void): void {
  event.preventDefault();
  const form = event.currentTarget;
  flushSync(submit);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
