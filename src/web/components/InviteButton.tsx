import { inviteMachine } from '#machines/inviteMachine.ts';
import type { Invitation } from '#machines/toastsMachine.ts';
import { usePage } from '../runtime/usePage.ts';
import { Button, type ButtonVariant } from './Button.tsx';

interface InviteButtonProps extends Invitation {
  readonly variant?: ButtonVariant;
  /** The id of the words that tell the ticket from others. */
  readonly describedBy?: string;
}

/** Invites friends to sit beside a ticket: by the device's sheet for sharing, else by a link that is copied. */
export function InviteButton({ ticket, friends, variant, describedBy }: InviteButtonProps) {
  const [, send] = usePage(inviteMachine, () => ({}));

  return (
    <Button
      {...(variant && { variant })}
      aria-describedby={describedBy}
      onClick={() => send({ type: 'friends.invite', ticket, friends })}
    >
      Invite friends
    </Button>
  );
}
