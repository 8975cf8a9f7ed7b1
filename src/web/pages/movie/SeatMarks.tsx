import { tick, friendsMark, heldMark } from './hall.css.ts';

export function Tick() {
  return (
    <svg className={tick} viewBox="0 0 12 12" aria-hidden="true">
      <path
        d="M1.5 6.5l3 3 6-7"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** An hourglass, which replaces the number of a seat that another user holds. */
export function HeldMark() {
  return (
    <svg className={heldMark} viewBox="0 0 12 16" aria-hidden="true" fill="currentColor">
      <path d="M1 0h10v2H1zM1 14h10v2H1zM2 2h8c0 3-1.5 4.5-3 6 1.5 1.5 3 3 3 6H2c0-3 1.5-4.5 3-6-1.5-1.5-3-3-3-6z" />
    </svg>
  );
}

/** An icon of two people, which replaces the number of a friend's seat. */
export function FriendsMark() {
  return (
    <svg className={friendsMark} viewBox="0 0 16 12" aria-hidden="true" fill="currentColor">
      <circle cx="5" cy="3" r="2.5" />
      <circle cx="11.5" cy="3.5" r="2" />
      <path d="M0.5 12c0-3.5 1.8-5.5 4.5-5.5S9.5 8.5 9.5 12zM10.5 12c0-2-0.5-3.7-1.3-5 0.6-0.6 1.4-0.9 2.3-0.9 2.3 0 4 1.9 4 5.9z" />
    </svg>
  );
}
