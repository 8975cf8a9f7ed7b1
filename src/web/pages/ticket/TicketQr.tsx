import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { groupedCode } from '#domain/admissionCode.ts';
import { codeWhenOnline, qrCodeOf } from '#messages/tickets.ts';
import * as css from './ticket.css.ts';

/** The empty margin around the QR code that scanners need, in modules. */
const QUIET_ZONE = 4;

interface TicketQrProps {
  readonly ticketId: string;
  /** The secret that the door checks. A ticket that was saved before tickets had codes has none. */
  readonly admissionCode: string | undefined;
  /** The ticket was cancelled: the code is crossed out, and cannot be typed either. */
  readonly cancelled: boolean;
}

/**
 * A ticket's admission code as a QR code, dark on white in every theme, and in groups that people can type. The QR code is a picture of one
 * pixel for each module: extensions and dark modes rewrite the colours of drawings and backgrounds.
 */
export function TicketQr({ ticketId, admissionCode, cancelled }: TicketQrProps) {
  const picture = useMemo(
    () => admissionCode && encodeQR(admissionCode, 'data-url', { ecc: 'medium', border: QUIET_ZONE }),
    [admissionCode],
  );
  if (admissionCode === undefined) return <p className={css.noCode}>{codeWhenOnline}</p>;

  return (
    <div className={css.code}>
      <div className={css.qr}>
        <img className={css.qrCode} src={picture} alt={qrCodeOf(ticketId)} />
        {cancelled && (
          <svg className={css.strike} viewBox="0 0 10 10" aria-hidden="true">
            <path d="M0 0L10 10M10 0L0 10" />
          </svg>
        )}
      </div>
      {!cancelled && <p className={css.typedCode}>{groupedCode(admissionCode)}</p>}
    </div>
  );
}
