import type { ComponentProps } from 'react';
import { title as titleClass } from './SectionHeader.css.ts';

interface SectionHeaderProps extends Omit<ComponentProps<'h1'>, 'className' | 'title' | 'children'> {
  /** Without amounts: the title is shown in capitals, which distort `Rp.`. */
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
