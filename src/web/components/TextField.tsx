import { useId, type ComponentProps } from 'react';
import * as css from './TextField.css.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'id'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string;
  /** Keeps room for an error, so that a field left invalid moves nothing below it. */
  readonly validated?: boolean;
}

export function TextField({ label, error, hint, validated = false, type = 'text', ...rest }: TextFieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint !== undefined && hintId, error !== undefined && errorId].filter(Boolean).join(' ');

  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <input
        onWheel={type === 'number' ? ({ currentTarget }) => currentTarget.blur() : undefined}
        {...rest}
        id={id}
        type={type}
        className={css.input}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={describedBy || undefined}
      />
      {hint !== undefined && (
        <p id={hintId} className={css.hint}>
          {hint}
        </p>
      )}
      {(validated || error !== undefined) && (
        <p id={errorId} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}
