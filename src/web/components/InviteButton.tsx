import { inviteFriends } from '#messages/toasts.ts';
import { invitationLink } from '#domain/invitation.ts';
import { timeInZone } from '#domain/zones.ts';
import type { Invitation } from '#machines/toastsMachine.ts';
import { useInvite, useZone } from '../actors/rootHooks.ts';
import { Button, type ButtonVariant } from './Button.tsx';
import { LinkToCopy } from './LinkToCopy.tsx';

interface InviteButtonProps extends Invitation {
  readonly variant?: ButtonVariant;
  /** The id of the element that names the ticket. */
  readonly describedBy?: string;
}

/** Invites friends to sit beside a ticket's seats: by the device's share sheet, otherwise by a link that is copied or shown. */
export function InviteButton({ ticket, friends, variant, describedBy }: InviteButtonProps) {
  const time = timeInZone(ticket.showtimeTime, ticket.startsAt, useZone());
  const [isSharing, send] = useInvite((snapshot) => snapshot.hasTag('busy'));

  return (
    <>
      <Button
        {...(variant && { variant })}
        aria-describedby={describedBy}
        busy={isSharing}
        onClick={() => send({ type: 'link.share', id: ticket.id, link: invitationLink(ticket, friends, time) })}
      >
        {inviteFriends}
      </Button>
      <LinkToCopy id={ticket.id} />
    </>
  );
}
