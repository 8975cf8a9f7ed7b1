import * as css from './myInfo.css.ts';
import { formatRupiah } from '#messages/money.ts';
import { PATHS } from '#domain/paths.ts';
import * as messages from '#messages/account.ts';
import * as pages from '#messages/pages.ts';
import * as shared from '#messages/shared.ts';
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
        <dt>{shared.userName}</dt>
        <dd>{user.username}</dd>
        <dt>{messages.displayName}</dt>
        <dd>{user.displayName}</dd>
        <dt>{messages.age}</dt>
        <dd>{user.age}</dd>
        <dt>{shared.balance}</dt>
        <dd>{formatRupiah(user.balance)}</dd>
      </dl>
      <div className={textLinks}>
        <ButtonLink variant="text" to={PATHS.transactions}>
          {pages.transactions}
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
        {messages.otherDevices}
      </h2>
      <p className={`${muted} ${prose}`}>{messages.otherDevicesExplained}</p>
      <div>
        <Button busy={isBusy} onClick={() => send({ type: 'others.signOut' })}>
          {messages.signOutOtherDevices}
        </Button>
      </div>
    </section>
  );
}

/** Read by `src/web/router/pages.ts`. @public */
export const data: PageData<typeof myInfoMachine> = { machine: myInfoMachine, input: () => ({}) };
