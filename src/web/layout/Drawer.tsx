import * as messages from '#messages/menus.ts';
import { menu } from '#messages/shell.ts';
import * as Radix from '@radix-ui/react-dialog';
import * as css from './menus.css.ts';
import type { Section } from '#domain/paths.ts';
import { useSession, useShell, useTheme } from '../actors/rootHooks.ts';
import { useCloseByBack } from '../components/closeByBack.ts';
import { ignoreForeign, ownBackdrop, useDialogFocus } from '../components/dialogBehaviour.ts';
import { useLanguageLinks } from './languageLinks.ts';
import { link } from './navigation.css.ts';
import { mainNavigation, personalNavigation, NavigationLinks } from './NavigationLinks.tsx';

/** The side drawer with its MENU, PERSONAL and THEME groups (section 2), and links to the page in other languages. */
export default function Drawer() {
  const [, send] = useShell(() => undefined);
  const [isSignedIn] = useSession((snapshot) => snapshot.matches('signedIn'));
  const dialogFocus = useDialogFocus();
  const close = () => send({ type: 'drawer.close' });
  const closeByBack = useCloseByBack(close);

  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} {...ownBackdrop} />
        <Radix.Content
          ref={closeByBack}
          className={css.drawer}
          aria-describedby={undefined}
          onInteractOutside={ignoreForeign}
          {...dialogFocus}
          onOpenAutoFocus={(event) => {
            dialogFocus.onOpenAutoFocus(event);
            // Radix does not focus links by itself, so it would focus the theme switch.
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.querySelector('a')?.focus();
          }}
        >
          <Radix.Title className={css.hidden}>{menu}</Radix.Title>
          <nav className={css.groups} aria-label={messages.drawer}>
            <h2 className={css.heading}>{messages.menuGroup}</h2>
            <NavigationLinks items={mainNavigation} icon={NavigationIcon} />
            {isSignedIn && (
              <>
                <h2 className={css.heading}>{messages.personalGroup}</h2>
                <NavigationLinks items={personalNavigation} icon={NavigationIcon} />
              </>
            )}
          </nav>
          <h2 className={css.heading}>{messages.themeGroup}</h2>
          <ThemeSwitch />
          {useLanguageLinks().map(({ language, name, href }) => (
            <a key={name} className={link} lang={language} hrefLang={language} href={href}>
              {name}
            </a>
          ))}
          <Radix.Close className={css.close}>{messages.closeMenu}</Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const OUTLINES: Readonly<Record<Section, string>> = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  movies: 'M3 8h18v12H3zM8 3l4 5 4-5',
  tickets: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  topup: 'M4 7h16v12H4zM4 7l11-3v3M15 13h5',
  withdraw: 'M3 6h18v12H3zM3 10h18M7 15h3',
};

/** The icon of a drawer item: house, TV, ticket, wallet or payment card (section 2). */
function NavigationIcon({ section }: { readonly section: Section }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" fill="none" aria-hidden="true" data-icon={section}>
      <path d={OUTLINES[section]} stroke="currentColor" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
    </svg>
  );
}

/** The dark/light toggle (section 2, Theme). */
function ThemeSwitch() {
  const [isDark, send] = useTheme((snapshot) => snapshot.matches('dark'));

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isDark}
      className={css.themeSwitch}
      onClick={() => send({ type: 'theme.toggle' })}
    >
      <span>{messages.darkTheme}</span>
      <span className={css.track} aria-hidden="true">
        <span className={css.thumb} />
      </span>
    </button>
  );
}
