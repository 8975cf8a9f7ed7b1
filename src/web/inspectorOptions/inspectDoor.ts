import type { InspectionEvent } from 'xstate';
import { startVisit } from 'xstate-visit';
import { doorMachine } from '#machines/doorMachine.ts';
import { buildIn } from './buildIn.ts';
import { createRedaction } from './redaction.ts';
import { reviveError } from './reviveError.ts';

/**
 * Opens the inspector beside the page of a door. Returns the function for the `inspect` option of its actor.
 * @param now the door's clock, in epoch milliseconds
 */
export function inspectDoor(window: Window, now: () => number): (event: InspectionEvent) => void {
  const { text, address } = createRedaction();
  return startVisit({
    window,
    machines: { door: doorMachine },
    name: 'nobar-now-door',
    build: buildIn(window.document),
    epochMilliseconds: now,
    text,
    address: () => address(window.location),
    reviveError,
  }).inspect;
}
