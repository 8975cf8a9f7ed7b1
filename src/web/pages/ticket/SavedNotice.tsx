import { Button } from '../../components/Button.tsx';
import * as css from './ticket.css.ts';

/** Says that the page shows a saved ticket, because the server could not confirm it. */
export function SavedNotice({ onRemove }: { readonly onRemove: () => void }) {
  return (
    <div className={css.saved} role="status">
      <p>
        <strong>Saved on this device</strong>
        <br />
        <span>This copy may be out of date. A ticket that was cancelled elsewhere is no longer valid.</span>
      </p>
      <Button onClick={onRemove}>Remove from this device</Button>
    </div>
  );
}
