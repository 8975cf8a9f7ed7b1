import { balanceLine } from '#messages/balance.ts';
import * as messages from '#messages/menus.ts';
import * as Radix from '@radix-ui/react-dropdown-menu';
import * as css from './menus.css.ts';
import { useImperativeHandle, type Ref, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { useCloseByBack } from '../components/closeByBack.ts';
import { ignoreForeign } from '../components/dialogBehaviour.ts';
import { useSession, useShell } from '../actors/rootHooks.ts';
import { useLanguageLinks } from './languageLinks.ts';
import { personalNavigation } from './NavigationLinks.tsx';

interface UserMenuProps {
  /** The button with the display name, which the top bar renders before this code loads. */
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly labelledBy: string;
}

/** The balance, the personal links, the other languages and LOG OUT below the display name (section 2). */
export default function UserMenu({ button, labelledBy }: UserMenuProps) {
  const [isOpen, send] = useShell((snapshot) => snapshot.matches({ userMenu: 'open' }));
  const close = () => send({ type: 'userMenu.close' });
  const closeByBack = useCloseByBack(close);
  const [balance, sendSession] = useSession((snapshot) => snapshot.context.user?.balance ?? 0);

  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={close}>
      <Radix.Trigger asChild>
        <TriggerAnchor button={button} />
      </Radix.Trigger>
      <Radix.Content
        ref={closeByBack}
        className={css.userMenu}
        align="end"
        sideOffset={6}
        collisionPadding={16}
        aria-labelledby={labelledBy}
        onInteractOutside={(event) => {
          ignoreForeign(event);
          // The click on the button closes the menu. If the menu closed here already, that click would open it again.
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
      >
        <Radix.Item asChild>
          <Link to={PATHS.myInfo} className={css.userMenuItem}>
            {balanceLine(balance)}
          </Link>
        </Radix.Item>
        {personalNavigation.map(({ path, label }) => (
          <Radix.Item key={path} asChild>
            <Link to={path} className={css.userMenuItem}>
              {label}
            </Link>
          </Radix.Item>
        ))}
        {useLanguageLinks().map(({ language, name, href }) => (
          <Radix.Item key={name} asChild>
            <a className={css.userMenuItem} lang={language} hrefLang={language} href={href}>
              {name}
            </a>
          </Radix.Item>
        ))}
        <Radix.Item className={css.userMenuItem} onSelect={() => sendSession({ type: 'session.signOut' })}>
          {messages.logOut}
        </Radix.Item>
      </Radix.Content>
    </Radix.Root>
  );
}

/** Renders nothing and gives Radix the existing button, which positions the menu and gets the focus when the menu closes. */
function TriggerAnchor({
  button,
  ref,
}: {
  readonly button: UserMenuProps['button'];
  readonly ref?: Ref<HTMLElement | null>;
}) {
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => button.current, [button]);
  return null;
}
