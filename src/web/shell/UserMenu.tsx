import * as Radix from '@radix-ui/react-dropdown-menu';
import { useSession } from '../app/RuntimeContext.ts';
import { Button } from '../components/Button.tsx';
import { Link } from '../components/Link.tsx';
import { personalNavigation } from './navigation.ts';
import * as css from './UserMenu.css.ts';

/** The personal links and LOG OUT behind the display name (section 2). */
export default function UserMenu({ displayName }: { readonly displayName: string }) {
  const [, send] = useSession(() => undefined);

  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <Button>{displayName}</Button>
      </Radix.Trigger>
      <Radix.Content className={css.menu} align="end" sideOffset={6} collisionPadding={16}>
        {personalNavigation.map(({ path, label }) => (
          <Radix.Item key={path} asChild>
            <Link to={path} className={css.item}>
              {label}
            </Link>
          </Radix.Item>
        ))}
        <Radix.Item className={css.item} onSelect={() => send({ type: 'session.signOut' })}>
          LOG OUT
        </Radix.Item>
      </Radix.Content>
    </Radix.Root>
  );
}
