import { formatRupiah } from '#domain/money.ts';
import { PATHS } from '#domain/paths.ts';
import { useSession } from '../../runtime/rootHooks.ts';
import { ButtonLink } from '../../components/ButtonLink.tsx';
import { textLinks } from '../../styles/layout.css.ts';
import { muted } from '../../styles/text.css.ts';
import * as css from './wallet.css.ts';

/** What the wallet holds, and the ways to how it came about and to whose it is. */
export function WalletBalance() {
  const [balance] = useSession((session) => session.context.user?.balance ?? 0);

  return (
    <div className={css.balance}>
      <p className={muted}>Balance {formatRupiah(balance)}</p>
      <div className={textLinks}>
        <ButtonLink variant="text" to={PATHS.transactions}>
          Transactions
        </ButtonLink>
        <ButtonLink variant="text" to={PATHS.myInfo}>
          My Info
        </ButtonLink>
      </div>
    </div>
  );
}
