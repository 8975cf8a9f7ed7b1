import { render, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { seatStateOf, type HallSeats, type SeatState } from '#domain/selection.ts';
import SeatList from '../../src/web/pages/movie/SeatList.tsx';
import { SeatMap } from '../../src/web/pages/movie/SeatMap.tsx';

const EMPTY: HallSeats = { selected: [], sold: [], held: [], kept: [], isFull: false, friends: [] };

/** For each state of a seat, a hall in which seat 12 has that state. */
const HALLS: Readonly<Record<SeatState, HallSeats>> = {
  free: EMPTY,
  selected: { ...EMPTY, selected: [12] },
  sold: { ...EMPTY, sold: [12] },
  friends: { ...EMPTY, sold: [12], friends: [12] },
  held: { ...EMPTY, held: [12] },
  kept: { ...EMPTY, kept: [12] },
  barred: { ...EMPTY, isFull: true },
};

/** The name, description and states of a control, which a screen reader announces when the control gets the focus. */
function announcement(control: HTMLElement): string {
  const textOf = (attribute: string) =>
    (control.getAttribute(attribute) ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);
  const isChecked = control instanceof HTMLInputElement && control.checked;
  const { ariaLabel, ariaPressed, ariaDisabled } = control;
  const name = ariaLabel ?? textOf('aria-labelledby');
  return JSON.stringify([name, textOf('aria-describedby'), isChecked, ariaPressed, ariaDisabled]);
}

test.each(Object.entries(HALLS))('the hall of this test shows seat 12 as %s', (state, hall) => {
  expect(seatStateOf(12, hall)).toBe(state);
});

// The colours and marks of the seats say nothing to a screen reader.
test.each([
  ['map', SeatMap, 'button'],
  ['list', SeatList, 'checkbox'],
] as const)('in the %s, a screen reader announces each state of a seat differently', (_, Seats, role) => {
  const heard = Object.values(HALLS).map((hall) => {
    const { container, unmount } = render(<Seats {...hall} onToggle={() => undefined} />);
    const seat = within(container).getByRole(role, { name: /^Seat 12, /, hidden: true });
    const announced = announcement(seat);
    unmount();
    return announced;
  });
  expect(heard).toEqual([...new Set(heard)]);
});
