import * as css from './Data.css.ts';

interface DataProps {
  readonly of: string;
  readonly value: unknown;
}

/** Plain data as text, behind its name. */
export function Data({ of, value }: DataProps) {
  return (
    <details className={css.data}>
      <summary className={css.summary}>{of}</summary>
      {/* A region that scrolls is reached by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0} role="group" aria-label={of} className={css.json}>
        {JSON.stringify(value, null, 2)}
      </pre>
    </details>
  );
}
