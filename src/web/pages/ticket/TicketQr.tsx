import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { qrCodeOf } from '#messages/tickets.ts';
import * as css from './ticket.css.ts';

/** The empty margin around the QR code that scanners need, in modules. */
const QUIET_ZONE = 4;

interface TicketQrProps {
  readonly ticketId: string;
  /** The ticket is no longer valid: the code is crossed out. */
  readonly over: boolean;
}

/**
 * A ticket's id as a QR code, dark on white in every theme. A picture of one pixel for each module: extensions and dark modes rewrite the
 * colours of drawings and backgrounds.
 */
export function TicketQr({ ticketId, over }: TicketQrProps) {
  const code = useMemo(() => encodeQR(ticketId, 'data-url', { ecc: 'medium', border: QUIET_ZONE }), [ticketId]);

  return (
    <div className={css.qr}>
      <img className={css.qrCode} src={code} alt={qrCodeOf(ticketId)} />
      {over && (
        <svg className={css.strike} viewBox="0 0 10 10" aria-hidden="true">
          <path d="M0 0L10 10M10 0L0 10" />
        </svg>
      )}
    </div>
  );
}
