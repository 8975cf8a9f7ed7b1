import { formatRupiah } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { changePasswordMachine } from '#machines/changePasswordMachine.ts';
import { signOutOthersMachine } from '#machines/signOutOthersMachine.ts';
import { useSession } from '../../runtime/rootHooks.ts';
import { usePage } from '../../runtime/usePage.ts';
import { Button } from '../../components/Button.tsx';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { PersonalPage } from '../../components/PersonalPage.tsx';
import { SectionHeader } from '../../components/SectionHeader.tsx';
import { stack, textLinks } from '../../styles/layout.css.ts';
import { muted, prose } from '../../styles/text.css.ts';
import { ChangePassword } from './ChangePassword.tsx';
import * as css from './myInfo.css.ts';

/** The user's account, and the ways to change its password and to sign out other devices. */
export default function MyInfoPage() {
  return (
    <>
      <SectionHeader title="My Info" />
      <PersonalPage>
        <div className={css.columns}>
          <div className={stack}>
            <Account />
            <OtherDevices />
          </div>
          <Password />
        </div>
      </PersonalPage>
    </>
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
  const [snapshot, send] = usePage(signOutOthersMachine, () => ({}));

  return (
    <section className={css.part} aria-labelledby="other-devices">
      <h2 id="other-devices" className={css.heading}>
        Other devices
      </h2>
      <p className={`${muted} ${prose}`}>
        Lost a phone, or left yourself signed in somewhere? This ends every sign-in of yours but the one you are using
        now.
      </p>
      <div>
        <Button busy={snapshot.hasTag('busy')} onClick={() => send({ type: 'others.signOut' })}>
          Sign out other devices
        </Button>
      </div>
    </section>
  );
}

/** The machines of this page, for replays. @public */
export const machines = [changePasswordMachine, signOutOthersMachine];
