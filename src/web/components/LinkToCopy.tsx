import { copyHere } from '#messages/toasts.ts';
import { environmentOf } from '#machines/environment.ts';
import { useAppActor, useInvite } from '../actors/rootHooks.ts';
import { ownRow } from '../styles/layout.css.ts';
import { TextField } from './TextField.tsx';

/**
 * The link of an invitation or of shared seats, when the browser has neither shared nor copied it, or does not answer.
 * @param id The id of the ticket, or the code.
 */
export function LinkToCopy({ id }: { readonly id: string | undefined }) {
  const [link] = useInvite((snapshot) =>
    snapshot.hasTag('linkShown') && snapshot.context.id === id ? snapshot.context.link : undefined,
  );
  const { system } = useAppActor();

  if (link === undefined) return null;
  return (
    <div className={ownRow}>
      <TextField
        label={copyHere}
        value={environmentOf(system).device.urlOf(link)}
        readOnly
        ref={focusLink}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </div>
  );
}

/** Moves the focus to the link, which appears after the visitor pressed the button. */
function focusLink(input: HTMLInputElement | null): void {
  input?.focus();
}
