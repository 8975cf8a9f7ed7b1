import type { World } from './perform.ts';
import { pickWeighted, type Random } from './random.ts';
import type { DoorAct, Step } from './steps.ts';

const SECOND = 1000;
/** Few, so that the same ticket is shown again, and at two doors at once. */
const LATEST_TICKETS = 6;

/** Chooses what happens at a door. */
export function chooseDoorStep({ doors }: World, random: Random): Step | undefined {
  const index = random.below(doors.length);
  const door = doors[index];
  if (door === undefined) return undefined;
  const ms = random.chance(0.6) ? 0 : random.below(20 * SECOND);
  if (!door.isOpen) return { door: index, does: { act: 'openDoor' }, ms };
  const bodyMs = random.chance(0.2) ? random.below(5 * SECOND) : 0;
  const nth = random.below(LATEST_TICKETS);
  const otherNth = random.chance(0.8) ? nth : random.below(LATEST_TICKETS);
  const does = pickWeighted<DoorAct>(random, [
    { weight: 12, value: { act: 'show', nth, otherNth, bodyMs } },
    { weight: 2, value: { act: 'undo', bodyMs } },
    { weight: door.isOnline ? 1 : 0, value: { act: 'goOffline' } },
    { weight: door.isOnline ? 1 : 3, value: { act: 'goOnline' } },
    { weight: door.isSlow ? 4 : 0.3, value: { act: 'closeDoor' } },
  ]);
  return does === undefined ? undefined : { door: index, does, ms };
}
