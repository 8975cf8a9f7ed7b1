import { skipToContent } from '#messages/shell.ts';
import * as css from './shell.css.ts';
import type { ReactNode } from 'react';
import { viewOnDemand } from '../components/onDemand.tsx';
import { useAuthDialog, useShell, useToasts } from '../actors/rootHooks.ts';
import { visuallyHidden } from '../styles/text.css.ts';
import { Footer } from './Footer.tsx';
import { Overlay } from './Overlay.tsx';
import { StatusLine } from './StatusLine.tsx';
import { TopBar } from './TopBar.tsx';

const AuthDialog = viewOnDemand(() => import('./AuthDialog.tsx'));
const Drawer = viewOnDemand(() => import('./Drawer.tsx'));
const Toasts = viewOnDemand(() => import('./Toasts.tsx'));

interface ShellProps {
  /** The announcement of the opened page for screen readers. */
  readonly announcement: ReactNode;
  /** The page. */
  readonly children: ReactNode;
}

/** The frame around every page; it stays mounted when the page changes (section 2, Shell and navigation). */
export function Shell({ announcement, children }: ShellProps) {
  const [isAuthOpen] = useAuthDialog((snapshot) => snapshot.hasTag('open'));
  const [isDrawerOpen] = useShell((snapshot) => snapshot.matches({ drawer: 'open' }));
  const [hasNotified] = useToasts((snapshot) => snapshot.context.nextId > 1);

  return (
    <div className={css.frame}>
      <a className={css.skipLink} href="#main">
        {skipToContent}
      </a>
      <TopBar />
      <StatusLine />
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      <Footer />
      <p role="status" className={visuallyHidden}>
        {announcement}
      </p>
      {isDrawerOpen && <Drawer />}
      {isAuthOpen && <AuthDialog />}
      {/* An opening dialog hides everything from screen readers except live regions, so this one exists before the first toast. */}
      <div aria-live="off">{hasNotified && <Toasts />}</div>
      <Overlay />
    </div>
  );
}
