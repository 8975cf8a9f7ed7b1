import type { ComponentType } from 'react';
import { sectionOf, type Section } from '#domain/paths.ts';
import { Link } from '../components/Link.tsx';
import type { mainNavigation } from './navigation.ts';
import { link } from './NavigationLinks.css.ts';
import { useLocation } from '../runtime/hooks/worldHooks.ts';

interface NavigationLinksProps {
  readonly items: typeof mainNavigation;
  readonly icon?: ComponentType<{ readonly section: Section }>;
}

/** Links with the current section highlighted (section 2). */
export function NavigationLinks({ items, icon: Icon }: NavigationLinksProps) {
  const current = sectionOf(useLocation().pathname);
  return items.map(({ section, path, label }) => (
    <Link key={path} to={path} className={link} aria-current={section === current ? 'page' : undefined}>
      {Icon && <Icon section={section} />}
      {label}
    </Link>
  ));
}
