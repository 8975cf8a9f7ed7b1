import { tick } from './Seat.css.ts';

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
