import * as css from './myInfo.css.ts';
import { formatRupiah } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { myInfoMachine } from '#machines/myInfoMachine.ts';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { useSession } from '../../actors/rootHooks.ts';
import type { PageData } from '../../actors/pageData.ts';
import { pageChildHook } from '../../actors/pageHooks.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { stack, textLinks } from '../../styles/layout.css.ts';
import { muted, prose } from '../../styles/text.css.ts';
import { ChangePassword } from './ChangePassword.tsx';

const useSignOutOthers = pageChildHook(signOutOthersMachine, 'signOutOthers');

/** The user's account: facts, change password, sign out other devices. */
export default function MyInfoPage() {
  return (
    <div className={css.columns}>
      <div className={stack}>
        <Account />
        <OtherDevices />
      </div>
      <Password />
    </div>
  );
}

function Account() {
  const [user] = useSession((session) => session.context.user);
  if (user === undefined) return null;

  return (
    <>
      <dl className={css.facts}>
        <dt>User name</dt>
        <dd>{user.username}</dd>
        <dt>Display name</dt>
        <dd>{user.displayName}</dd>
        <dt>Age</dt>
        <dd>{user.age}</dd>
        <dt>Balance</dt>
        <dd>{formatRupiah(user.balance)}</dd>
      </dl>
      <div className={textLinks}>
        <ButtonLink variant="text" to={PATHS.transactions}>
          Transactions
        </ButtonLink>
      </div>
    </>
  );
}

function Password() {
  const [username] = useSession((session) => session.context.user?.username);
  return username === undefined ? null : <ChangePassword username={username} />;
}

function OtherDevices() {
  const [isBusy, send] = useSignOutOthers((snapshot) => snapshot.hasTag('busy'));

  return (
    <section className={css.part} aria-labelledby="other-devices">
      <h2 id="other-devices" className={css.heading}>
        Other devices
      </h2>
      <p className={`${muted} ${prose}`}>
        Lost a phone, or left yourself signed in somewhere? You can sign out every device except this one.
      </p>
      <div>
        <Button busy={isBusy} onClick={() => send({ type: 'others.signOut' })}>
          Sign out other devices
        </Button>
      </div>
    </section>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof myInfoMachine> = { machine: myInfoMachine, input: () => ({}) };
