import type { Section } from '#domain/paths.ts';
import { icon } from './NavigationIcon.css.ts';

const OUTLINES: Readonly<Record<Section, string>> = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  movies: 'M3 8h18v12H3zM8 3l4 5 4-5',
  tickets: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  topup: 'M4 7h16v12H4zM4 7l11-3v3M15 13h5',
  withdraw: 'M3 6h18v12H3zM3 10h18M7 15h3',
};

/** The icon of a drawer item: house, TV, ticket, wallet or payment card (section 2). */
export function NavigationIcon({ section }: { readonly section: Section }) {
  return (
    <svg className={icon} viewBox="0 0 24 24" fill="none" aria-hidden="true" data-icon={section}>
      <path d={OUTLINES[section]} stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}
