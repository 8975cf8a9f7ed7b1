import { useId } from 'react';
import * as css from './RadioChips.css.ts';

interface RadioChipsProps {
  readonly legend: string;
  readonly values: readonly number[];
  readonly value: number | undefined;
  readonly label: (value: number) => string;
  readonly onChange: (value: number) => void;
  readonly disabled?: boolean;
}

export function RadioChips({ legend, values, value, label, onChange, disabled = false }: RadioChipsProps) {
  const name = useId();

  return (
    <fieldset disabled={disabled}>
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
              onChange={() => onChange(each)}
            />
            <span>{label(each)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
