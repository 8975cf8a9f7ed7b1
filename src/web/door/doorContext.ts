import { createContext, useContext } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { doorMachine } from '#machines/doorMachine.ts';
import { actorHook } from '../actors/actorHook.ts';
import type { DoorCamera } from './camera.ts';

/** The running door, and what its views use of the browser. */
export interface RunningDoor {
  readonly actor: ActorRefFrom<typeof doorMachine>;
  readonly showCamera: DoorCamera['show'];
  readonly changeTheme: () => void;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}

export const DoorContext = createContext<RunningDoor | undefined>(undefined);

/** The running door. Throws without `DoorContext`. */
export function useRunningDoor(): RunningDoor {
  const door = useContext(DoorContext);
  if (door === undefined) throw new Error('This view needs DoorContext');
  return door;
}

export const useDoor = actorHook(() => useRunningDoor().actor);
