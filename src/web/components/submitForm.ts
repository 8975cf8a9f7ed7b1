import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';

/** Hands a form in; when it is refused for a field's error, leads the focus to the first such field. */
export function submitForm(event: SyntheticEvent<HTMLFormElement>, submit: () => void): void {
  event.preventDefault();
  const form = event.currentTarget;
  flushSync(submit);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
