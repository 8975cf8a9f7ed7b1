import type { Clock, StoredText } from '#machines/environment.ts';
import { isGatewayError } from '#domain/failure.ts';

interface ServerClockOptions {
  /** The device's own clock, in epoch milliseconds. */
  readonly deviceNow: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** Stores the offset in milliseconds, for a later start without a connection. */
  readonly stored: StoredText;
}

export interface ServerClock extends Clock {
  /** Wraps `fetch`: every response of the server corrects the clock. */
  readonly correctBy: (send: typeof fetch) => typeof fetch;
}

/** The `Date` header has a resolution of one second. */
const DATE_STEP = 1000;

/**
 * A clock that shows the server's time: the device's clock plus a stored offset, in milliseconds, which all tabs share.
 * The offset holds while offline and after sleep, because the device's clock runs on. Once the visitor changes that clock,
 * the next response corrects the offset.
 */
export function createServerClock({ deviceNow, zone, stored }: ServerClockOptions): ServerClock {
  const listeners = new Set<() => void>();

  const offset = () => {
    const read = Number(stored.read());
    return Number.isSafeInteger(read) ? read : 0;
  };
  /** Moves the offset no further than a response proves, so that a slow response does not make the clock worse. */
  const correct = (serverTime: number, sentAt: number, receivedAt: number) => {
    const least = serverTime - receivedAt;
    const most = serverTime + DATE_STEP - 1 - sentAt;
    const corrected = Math.min(Math.max(offset(), least), most);
    // NaN: the response has no Date header that can be read.
    if (Number.isNaN(corrected) || corrected === offset()) return;
    stored.write(String(corrected));
    for (const listener of listeners) listener();
  };

  return {
    zone,
    now: () => deviceNow() + offset(),
    every: (milliseconds, listener) => {
      const interval = setInterval(listener, milliseconds);
      listeners.add(listener);
      return () => {
        clearInterval(interval);
        listeners.delete(listener);
      };
    },
    correctBy: (send) => async (input, init) => {
      const sentAt = deviceNow();
      const response = await send(input, init);
      if (!isGatewayError(response.status))
        correct(Date.parse(response.headers.get('date') ?? ''), sentAt, deviceNow());
      return response;
    },
  };
}
