import { useSyncExternalStore } from 'react';
import type { OtherLanguage } from '#domain/languages.ts';
import { others } from '#messages/language.ts';
import { useApp } from '../actors/rootHooks.ts';

interface LanguageLink extends Omit<OtherLanguage, 'base'> {
  /** Undefined while the link leads nowhere. */
  readonly href: string | undefined;
}

/**
 * The links to this page in the other languages. They load a new document, so they lead nowhere while a command runs.
 * `src/web/router/switchLanguage.ts` makes them keep the search text and the scroll position.
 */
export function useLanguageLinks(): LanguageLink[] {
  const [{ commands, location }] = useApp(({ context }) => context);
  const all = Object.values(commands);
  const isBusy = () => all.some((command) => command.getSnapshot().status === 'active');
  // The root's snapshot does not change when a command ends.
  const follow = (report: () => void) => {
    const subscriptions = all.map((command) => command.subscribe(report));
    return () => subscriptions.forEach((each) => each.unsubscribe());
  };
  const path = useSyncExternalStore(follow, isBusy, isBusy)
    ? undefined
    : location && location.pathname + location.search;

  return others.map(({ language, base, name }) => ({
    language,
    name,
    // Home is `/id`, without a slash at the end. With two slashes at its start, a link would lead to another site.
    href: path && (base + path).replace(/^\/(\/+|(\w+)\/$)/, '/$2'),
  }));
}
