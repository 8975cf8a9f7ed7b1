import type { Invitation } from '#machines/toastsMachine.ts';
import { useInvite } from '../runtime/rootHooks.ts';
import { Button, type ButtonVariant } from './Button.tsx';
import { ownRow } from '../styles/layout.css.ts';
import { TextField } from './TextField.tsx';

interface InviteButtonProps extends Invitation {
  readonly variant?: ButtonVariant;
  /** The id of the element that names the ticket. */
  readonly describedBy?: string;
}

/** Invites friends to sit beside a ticket's seats: by the device's share sheet, otherwise by a link that is copied or shown. */
export function InviteButton({ ticket, friends, variant, describedBy }: InviteButtonProps) {
  const [url, send] = useInvite((snapshot) =>
    snapshot.matches('showingLink') && snapshot.context.ticketId === ticket.id ? snapshot.context.url : undefined,
  );

  return (
    <>
      <Button
        {...(variant && { variant })}
        aria-describedby={describedBy}
        onClick={() => send({ type: 'friends.invite', ticket, friends })}
      >
        Invite friends
      </Button>
      {url !== undefined && (
        <div className={ownRow}>
          <TextField
            label="The link could not be copied. Copy it here:"
            value={url}
            readOnly
            ref={focusLink}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
      )}
    </>
  );
}

/** Moves the focus to the link, which appears after the visitor pressed the button. */
function focusLink(input: HTMLInputElement | null): void {
  input?.focus();
}
