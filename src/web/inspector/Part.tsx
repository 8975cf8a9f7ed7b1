import type { ReactNode } from 'react';
import * as css from './InspectorPanel.css.ts';

interface PartProps {
  readonly title: string;
  /** What acts on the whole part, at the end of its head. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A part of the panel under a heading. */
export function Part({ title, aside, children }: PartProps) {
  return (
    <section className={css.part} aria-label={title}>
      <div className={css.row}>
        <h3 className={css.heading}>{title}</h3>
        <div className={css.end}>{aside}</div>
      </div>
      {children}
    </section>
  );
}
