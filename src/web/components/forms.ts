import type { SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';

/** Submits a form and renders the result synchronously, then focuses the first invalid field, if any. */
export function submitForm(event: SyntheticEvent<HTMLFormElement>, submit: () => void): void {
  event.preventDefault();
  const form = event.currentTarget;
  flushSync(submit);
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** The texts in a form, by the names in `empty`. A field that the form does not have gets its text from `empty`. */
export function readForm<Values extends Readonly<Record<string, string>>>(
  form: HTMLFormElement | null,
  empty: Values,
): Values {
  const texts = Object.keys(empty).flatMap((name) => {
    const field = form?.elements.namedItem(name);
    return field instanceof HTMLInputElement ? [[name, field.value]] : [];
  });
  return { ...empty, ...Object.fromEntries(texts) };
}
