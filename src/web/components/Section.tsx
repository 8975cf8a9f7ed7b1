import { useId, type ReactNode } from 'react';
import { stack } from '../styles/layout.css.ts';
import { headerRow } from './SectionHeader.css.ts';
import { SectionHeader } from './SectionHeader.tsx';

interface SectionProps {
  /** Without amounts: the title is shown in capitals, which distort `Rp.`. */
  readonly title: string;
  /** Shown at the end of the header's line. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A section of a page; its header is its accessible name (section 2). */
export function Section({ title, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={stack} aria-labelledby={id}>
      <div className={headerRow}>
        <SectionHeader id={id} level={2} title={title} />
        {aside}
      </div>
      {children}
    </section>
  );
}
