import { balanceLine } from '#messages/balance.ts';
import * as css from './wallet.css.ts';
import { PATHS } from '#domain/paths.ts';
import * as pages from '#messages/pages.ts';
import { useSession } from '../../actors/rootHooks.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { textLinks } from '../../styles/layout.css.ts';
import { muted } from '../../styles/text.css.ts';

/** The balance, with links to Transactions and My Info. */
export function WalletBalance() {
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);

  return (
    <div className={css.balance}>
      <p className={muted}>{balanceLine(balance)}</p>
      <div className={textLinks}>
        <ButtonLink variant="text" to={PATHS.transactions}>
          {pages.transactions}
        </ButtonLink>
        <ButtonLink variant="text" to={PATHS.myInfo}>
          {pages.myInfo}
        </ButtonLink>
      </div>
    </div>
  );
}
