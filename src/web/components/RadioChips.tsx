import { useId } from 'react';
import * as css from './RadioChips.css.ts';

interface RadioChipsProps {
  readonly legend: string;
  readonly values: readonly number[];
  readonly value: number | undefined;
  readonly label: (value: number) => string;
  readonly onChange: (value: number) => void;
  /** The value cannot change now: the chips look disabled and are announced as disabled, but keep the focus. */
  readonly inactive?: boolean;
}

export function RadioChips({ legend, values, value, label, onChange, inactive = false }: RadioChipsProps) {
  const name = useId();

  return (
    <fieldset>
      <legend className={css.legend}>{legend}</legend>
      <div className={css.chips}>
        {values.map((each) => (
          <label key={each} className={css.chip}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              value={each}
              checked={each === value}
              aria-disabled={inactive || undefined}
              onChange={() => onChange(each)}
            />
            <span>{label(each)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
