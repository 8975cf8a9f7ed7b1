import { Link } from 'react-router-dom';
import type { ComponentType } from 'react';
import type { Section } from '#domain/paths.ts';
import type { mainNavigation } from './navigation.ts';
import { link } from './NavigationLinks.css.ts';
import { useApp } from '../runtime/rootHooks.ts';

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
