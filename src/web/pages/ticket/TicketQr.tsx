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

/** A ticket's id as a QR code, dark on white in every theme. */
export function TicketQr({ ticketId, over }: TicketQrProps) {
  const { size, path } = useMemo(() => drawQr(ticketId), [ticketId]);

  return (
    <svg
      className={css.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={qrCodeOf(ticketId)}
      shapeRendering="crispEdges"
    >
      <rect className={css.qrLight} width={size} height={size} />
      <path className={css.qrDark} d={path} />
      {over && <path className={css.strike} d={`M0 0L${size} ${size}M${size} 0L0 ${size}`} />}
    </svg>
  );
}

function drawQr(text: string): { size: number; path: string } {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  const path = modules.flatMap((line, y) => line.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { size: modules.length, path };
}
