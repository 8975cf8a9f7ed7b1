import * as Radix from '@radix-ui/react-dialog';
import { useSession, useShell } from '../runtime/rootHooks.ts';
import { ignoreForeign, ownBackdrop } from '../components/ignoreForeign.ts';
import { useDialogFocus } from '../components/useDialogFocus.ts';
import * as css from './Drawer.css.ts';
import { mainNavigation, personalNavigation } from './navigation.ts';
import { NavigationIcon } from './NavigationIcon.tsx';
import { NavigationLinks } from './NavigationLinks.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** The side drawer with its MENU, PERSONAL and THEME groups (section 2). */
export default function Drawer() {
  const [, send] = useShell(() => undefined);
  const [isSignedIn] = useSession((snapshot) => snapshot.matches('signedIn'));
  const dialogFocus = useDialogFocus();

  return (
    <Radix.Root open onOpenChange={() => send({ type: 'drawer.close' })}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} {...ownBackdrop} />
        <Radix.Content
          className={css.drawer}
          aria-describedby={undefined}
          onInteractOutside={ignoreForeign}
          {...dialogFocus}
          onOpenAutoFocus={(event) => {
            dialogFocus.onOpenAutoFocus();
            // Radix does not focus links by itself, so it would focus the theme switch.
            event.preventDefault();
            if (event.target instanceof HTMLElement) event.target.querySelector('a')?.focus();
          }}
        >
          <Radix.Title className={css.hidden}>Menu</Radix.Title>
          <nav className={css.groups} aria-label="Drawer">
            <h2 className={css.heading}>MENU</h2>
            <NavigationLinks items={mainNavigation} icon={NavigationIcon} />
            {isSignedIn && (
              <>
                <h2 className={css.heading}>PERSONAL</h2>
                <NavigationLinks items={personalNavigation} icon={NavigationIcon} />
              </>
            )}
          </nav>
          <h2 className={css.heading}>THEME</h2>
          <ThemeSwitch />
          <Radix.Close className={css.close}>Close menu</Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
