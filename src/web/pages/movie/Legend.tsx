import type { ReactNode } from 'react';
import type { SeatState } from '#domain/selection.ts';
import * as messages from '#messages/movie.ts';
import * as css from './hall.css.ts';
import { FriendsMark, HeldMark, Tick } from './SeatMarks.tsx';

interface LegendProps {
  readonly held?: boolean;
  readonly kept?: boolean;
  readonly friends?: boolean;
}

/** The legend of the seat map. It includes held, kept and friends' seats only if there are any. */
export function Legend({ held = false, kept = false, friends = false }: LegendProps) {
  return (
    <ul className={css.legend}>
      <Entry state="free" text={messages.free} />
      <Entry state="selected" text={messages.selected} mark={<Tick />} />
      <Entry state="sold" text={messages.booked} mark="×" />
      {kept && <Entry state="kept" text={messages.keptForYou} />}
      {held && <Entry state="held" text={messages.held} mark={<HeldMark />} />}
      {friends && <Entry state="friends" text={messages.friends} mark={<FriendsMark />} />}
    </ul>
  );
}

interface EntryProps {
  readonly state: SeatState;
  readonly text: string;
  readonly mark?: ReactNode;
}

function Entry({ state, text, mark }: EntryProps) {
  return (
    <li className={css.entry}>
      <span className={css.swatch} aria-hidden="true">
        <span className={css.seat[state]}>{mark}</span>
      </span>
      <span>{text}</span>
    </li>
  );
}
