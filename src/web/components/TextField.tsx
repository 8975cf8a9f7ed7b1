import * as css from './TextField.css.ts';
import { useId, type ClipboardEvent, type ComponentProps, type FormEvent } from 'react';
import { NO_NUMBER } from '#domain/text.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id' | 'onChange' | 'onInput'> {
  readonly label: string;
  readonly value?: string;
  /** Called with the typed text, or with NO_NUMBER when a number field contains letters. */
  readonly onText?: (text: string) => void;
  /** Called with a pasted text, which the field then ignores: a number field drops letters and dots and so would change an amount. */
  readonly onPasteText?: (text: string) => void;
  readonly error?: string | undefined;
  /** The id of an error message outside of the field; undefined if none concerns it. */
  readonly errorBy?: string | undefined;
  /** Reserves space for an error, so that nothing below moves when one appears. */
  readonly validated?: boolean;
}

export function TextField({
  label,
  error,
  errorBy,
  validated = false,
  type = 'text',
  value,
  onText,
  onPasteText,
  ...rest
}: TextFieldProps) {
  const isNumber = type === 'number';
  const read = ({ currentTarget: { validity, value } }: FormEvent<HTMLInputElement>) =>
    onText?.(validity.badInput ? NO_NUMBER : value);
  const id = useId();
  const errorId = `${id}-error`;
  const describedBy = [error !== undefined && errorId, errorBy].filter(Boolean).join(' ');

  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        onWheel={isNumber ? ({ currentTarget }) => currentTarget.blur() : undefined}
        {...rest}
        value={value === NO_NUMBER ? '' : value}
        // Not onChange: React does not call it for letters typed into an empty number field, because its value stays empty.
        onInput={read}
        onPaste={onPasteText && ((event) => takePaste(event, onPasteText))}
        id={id}
        type={type}
        className={css.input}
        aria-invalid={error !== undefined || errorBy !== undefined || undefined}
        aria-describedby={describedBy || undefined}
      />
      {(validated || error !== undefined) && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}

/** Handles a paste. Plain digits are left to the browser, which inserts them at the cursor. */
function takePaste(event: ClipboardEvent, onPasteText: (text: string) => void): void {
  const text = event.clipboardData.getData('text');
  if (/^\d*$/.test(text)) return;
  event.preventDefault();
  onPasteText(text);
}
