import {
  Actor,
  createActor,
  type AnyActor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
} from 'xstate';
import { machineOf } from '../../recording/actorNames.ts';
import type { Place } from '../../recording/recording.ts';
import type { Moment } from '../../recording/replayRecording.ts';
import { createBrowserDevice } from '../effects/browserDevice.ts';
import { createDependencies } from '../effects/createDependencies.ts';
import { documentWorld } from '../effects/documentWorld.ts';
import type { Runtime } from '../runtime/startApp.ts';

/** The product as it stood at one moment: it is drawn, but nobody is there, and nothing that is pressed does anything. */
export interface Stage {
  readonly runtime: Runtime;
  readonly show: (moment: Moment) => void;
  /** Where the visitor is at the moment that is shown. */
  readonly place: () => Place;
  readonly subscribe: (listener: () => void) => () => void;
}

/** An actor that stands still: it has the snapshot that it is shown last. */
const still: AnyActorLogic = {
  getInitialSnapshot: (_, snapshot) => snapshot,
  transition: (snapshot, event) => (event.type === SHOW ? event.snapshot : snapshot),
  getPersistedSnapshot: (snapshot) => snapshot,
};

const SHOW = 'moment.show';
const nothing = () => undefined;

/** A stage for the moments of a recording that began at this epoch millisecond. */
export function createStage(window: Window, first: Moment, began: number): Stage {
  const device = createBrowserDevice(window);
  const standing = new Map<string, AnyActorRef>();
  const pages = new Map<string, AnyActorRef>();
  const listeners = new Set<() => void>();
  let now = first;

  const app: AnyActor = createActor(still, { input: active(first.machines.get('app')) }).start();
  standing.set('app', app);
  const stand = (name: string): AnyActorRef => {
    const actor = createActor(still, { input: active(first.machines.get(name)) }).start();
    standing.set(name, actor);
    return actor;
  };
  const runtime: Runtime = {
    dependencies: createDependencies(
      {
        ...documentWorld({
          url: new URL(window.location.href),
          fetch: () => new Promise(nothing),
          now: began,
          zone: zoneIn(window.document),
        }),
        now: () => began + now.input.at,
      },
      { current: nothing, subscribe: () => nothing },
    ),
    inspect: nothing,
    arrival: nothing,
    moveTo: nothing,
    start: nothing,
    tell: nothing,
    app,
    session: stand('app/session'),
    authDialog: stand('app/authDialog'),
    movies: stand('app/movies'),
    theme: stand('app/theme'),
    overlay: stand('app/overlay'),
    toasts: stand('app/toasts'),
    shell: stand('app/shell'),
    standIn: (made) => {
      const id = made instanceof Actor ? machineOf(made)?.id : undefined;
      if (id === undefined || !(made instanceof Actor)) return undefined;
      const actor: AnyActorRef = createActor(still, { input: pageIn(now, id) ?? made.getSnapshot() }).start();
      pages.set(id, actor);
      return actor;
    },
  };
  device.uncover();
  device.pressAgain();

  return {
    runtime,
    show: (moment) => {
      now = moment;
      for (const [name, actor] of standing) actor.send({ type: SHOW, snapshot: active(moment.machines.get(name)) });
      for (const [id, actor] of pages) {
        const snapshot = pageIn(moment, id);
        if (snapshot !== undefined) actor.send({ type: SHOW, snapshot });
      }
      const theme: unknown = moment.machines.get('app/theme')?.value;
      if (theme === 'dark' || theme === 'light') device.showTheme(theme);
      for (const listener of listeners) listener();
    },
    place: () => now.place,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Where the machine of a page stood: that of the page come to last. */
function pageIn({ machines }: Moment, id: string): object | undefined {
  const found = [...machines].findLast(([name, { machine }]) => machine.id === id && !name.includes('/'));
  return active(found?.[1]);
}

/** A snapshot that can be left again: one of an actor that has ended would end its stand-in. */
function active(snapshot: AnyMachineSnapshot | undefined): object | undefined {
  return snapshot && { ...snapshot, status: 'active' };
}

function zoneIn(document: Document): string {
  return document.querySelector<HTMLMetaElement>('meta[name="cinema-time-zone"]')?.content ?? 'Asia/Jakarta';
}
