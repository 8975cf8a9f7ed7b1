import { useId, type ReactNode } from 'react';
import { stack } from '../styles/layout.css.ts';
import { headerRow } from './SectionHeader.css.ts';
import { SectionHeader } from './SectionHeader.tsx';

interface SectionProps {
  /** Words only: it is shown in capitals, which would spoil an amount. */
  readonly title: string;
  /** Beside the header, at its end. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a page under its header, which names it (section 2). */
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
