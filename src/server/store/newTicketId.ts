import { randomUUID } from 'node:crypto';

const MAX_IN_A_MILLISECOND = 0xfff;

let latest = 0;
let count = 0;

/** A UUID of version 7. Each is greater than all that this process made before, so tickets sort by id in order of purchase. */
export function newTicketId(): string {
  count += 1;
  const now = Date.now();
  if (now > latest || count > MAX_IN_A_MILLISECOND) {
    latest = Math.max(now, latest + 1);
    count = 0;
  }
  const time = latest.toString(16).padStart(12, '0');
  const randomPart = randomUUID().slice('00000000-0000-0000-'.length);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${randomPart}`;
}
