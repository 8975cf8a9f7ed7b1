import { mainNavigation as mainNavigationName, menu } from '#messages/shell.ts';
import * as css from './navigation.css.ts';
import { useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { viewOnDemand } from '../components/onDemand.tsx';
import { useSession, useShell } from '../actors/rootHooks.ts';
import { Button } from '../components/Button.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { SignInButton } from '../components/SignInNotice.tsx';
import { Wordmark } from '../components/Wordmark.tsx';
import { mainNavigation, NavigationLinks } from './NavigationLinks.tsx';

const UserMenu = viewOnDemand(() => import('./UserMenu.tsx'));

/** Menu button, main navigation, and the user's name or the Sign In button (section 2). */
export function TopBar() {
  const [isScrolled, send] = useShell((snapshot) => snapshot.matches({ topBar: 'scrolled' }));

  return (
    <header className={css.bar[isScrolled ? 'scrolled' : 'top']}>
      <div className={css.inner}>
        <button
          type="button"
          className={css.menuButton}
          aria-label={menu}
          onClick={() => send({ type: 'drawer.open' })}
        >
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="M3 6h18M3 12h18M3 18h18" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
        <Link to={PATHS.home} className={css.brand}>
          <Wordmark />
        </Link>
        <nav className={css.navigation} aria-label={mainNavigationName}>
          <NavigationLinks items={mainNavigation} />
        </nav>
        <div className={css.visitor}>
          <Visitor />
        </div>
      </div>
    </header>
  );
}

function Visitor() {
  const [user] = useSession((snapshot) => snapshot.context.user);
  const [isRestoring] = useSession((snapshot) => snapshot.matches('restoring'));

  if (user !== undefined) return <UserButton displayName={user.displayName} />;
  return isRestoring ? null : <SignInButton />;
}

/** The display name, which opens the user menu. It works before the menu's code loads, because the shell's machine keeps the state. */
function UserButton({ displayName }: { readonly displayName: string }) {
  const [isOpen, send] = useShell((snapshot) => snapshot.matches({ userMenu: 'open' }));
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  return (
    <>
      <Button
        ref={button}
        id={id}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => send({ type: 'userMenu.toggle' })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          send({ type: 'userMenu.open' });
        }}
      >
        {displayName}
      </Button>
      <ErrorBoundary quiet={!isOpen}>
        <UserMenu button={button} labelledBy={id} />
      </ErrorBoundary>
    </>
  );
}
