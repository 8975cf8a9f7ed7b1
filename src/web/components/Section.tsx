import { type ComponentProps, useId, type ReactNode } from 'react';
import { title as titleClass, headerRow } from './SectionHeader.css.ts';
import { stack } from '../styles/layout.css.ts';

interface SectionHeaderProps extends Omit<ComponentProps<'h1'>, 'className' | 'title' | 'children'> {
  /** Must not contain an amount: the title is shown in capitals, which would turn `Rp.` into `RP.`. */
  readonly title: string;
  readonly level?: 1 | 2;
}

export function SectionHeader({ title, level = 1, ...rest }: SectionHeaderProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <Heading {...rest} className={titleClass}>
      {title}
    </Heading>
  );
}

interface SectionProps {
  /** Must not contain an amount: the title is shown in capitals, which would turn `Rp.` into `RP.`. */
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
