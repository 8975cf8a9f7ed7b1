import * as pages from '#messages/pages.ts';
import { Link } from 'react-router-dom';
import type { ComponentType } from 'react';
import { type Section, PATHS } from '#domain/paths.ts';
import { link } from './navigation.css.ts';
import { useApp } from '../actors/rootHooks.ts';

interface NavigationItem {
  readonly section: Section;
  readonly path: string;
  readonly label: string;
}

/** Always visible (section 2). */
export const mainNavigation: readonly NavigationItem[] = [
  { section: 'home', path: PATHS.home, label: pages.home },
  { section: 'movies', path: PATHS.movies, label: pages.movies },
];

/** Visible only to signed-in users (section 2). */
export const personalNavigation: readonly NavigationItem[] = [
  { section: 'tickets', path: PATHS.myTickets, label: pages.myTickets },
  { section: 'topup', path: PATHS.topUp, label: pages.topUp },
  { section: 'withdraw', path: PATHS.withdraw, label: pages.withdraw },
];

interface NavigationLinksProps {
  readonly items: typeof mainNavigation;
  readonly icon?: ComponentType<{ readonly section: Section }>;
}

/** Navigation links; the current section is highlighted (section 2). */
export function NavigationLinks({ items, icon: Icon }: NavigationLinksProps) {
  const [current] = useApp((snapshot) => snapshot.context.location?.section);
  return items.map(({ section, path, label }) => (
    <Link key={path} to={path} className={link} aria-current={section === current ? 'page' : undefined}>
      {Icon && <Icon section={section} />}
      <span>{label}</span>
    </Link>
  ));
}
