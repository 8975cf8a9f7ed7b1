import { StateMachine, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate';
import { moviePath, PATHS, ticketPath } from '#domain/paths.ts';
import type { Theme } from '#machines/themeMachine.ts';
import { madeUpPlace } from './madeUpIntents.ts';
import { MADE_UP_START, madeUpWorlds } from './madeUpWorlds.ts';
import type { MadeUpWorld } from './madeUpWorld.ts';
import { reachState, showMore, standingStates, type Reached } from './reachState.ts';

type DrawnMachine = keyof typeof madeUpWorlds;

/** The machine of an id. */
export type Machines = (id: string) => AnyStateMachine | undefined;

/** The product in one state of one of its machines. */
export interface DrawnState extends Reached {
  /** The state's id. */
  readonly id: string;
  /** The machine that stands in it. */
  readonly machine: AnyStateMachine;
  /** The address under which its views are drawn. */
  readonly pathname: string;
  readonly search: string;
  /** The present there, in epoch milliseconds. */
  readonly now: number;
  /** Every machine that the views select from, by the names of their actors. */
  readonly machines: ReadonlyMap<string, AnyMachineSnapshot>;
}

const HOUR = 3_600_000;

/** Where the views of a machine are, or of one of its states. */
const PLACES: Readonly<Record<DrawnMachine, string>> & Readonly<Record<string, string>> = {
  app: PATHS.topUp,
  'app.location.public': PATHS.about,
  authDialog: PATHS.topUp,
  booking: moviePath('Metropolis', madeUpPlace),
  cancelTicket: PATHS.myTickets,
  changePassword: PATHS.myInfo,
  movies: PATHS.movies,
  overlay: PATHS.movies,
  seatView: moviePath('Metropolis', madeUpPlace),
  session: PATHS.myTickets,
  shell: PATHS.about,
  signOutOthers: PATHS.myInfo,
  theme: PATHS.about,
  ticket: ticketPath('t1'),
  toasts: PATHS.about,
  topUp: PATHS.topUp,
  transactions: PATHS.transactions,
  withdraw: PATHS.withdraw,
};

/** The machines that live as long as the root, and how they stand beside one that is looked at. */
const CHILDREN: Readonly<Partial<Record<DrawnMachine, string>>> = {
  session: 'signedIn.ready.current',
  authDialog: 'closed',
  movies: 'ready',
  theme: 'dark',
  overlay: 'hidden',
  toasts: 'running',
  shell: 'drawer.closed',
};

/** The session of each visitor that the root tells apart. */
const SESSIONS: Readonly<Record<string, string>> = {
  starting: 'restoring',
  signedIn: 'signedIn.ready.current',
  signedOut: 'signedOut',
  unreachable: 'unreachable.waiting',
};

/** The visitor whom a ticket's page takes the session for. */
const VISITORS: Readonly<Record<string, string>> = { unsettled: 'starting', signedOut: 'signedOut' };

/** The ids of the states that a view can show. */
export function drawnStates(machines: Machines): string[] {
  return Object.keys(madeUpWorlds).flatMap((id) => standingStates(machineOf(id, machines)));
}

/** The product in a state, with made-up data; in this theme where the state is none of the theme's own. */
export function drawState(id: string, machines: Machines, theme: Theme = 'dark'): DrawnState {
  const own = Object.keys(madeUpWorlds).find((machineId) => id.startsWith(`${machineId}.`));
  if (!isDrawn(own)) throw new Error(`No view draws ${id}`);
  const reached = show(own, id);
  const visitor = visitorOf(own, reached.snapshot);
  const standing = new Map<string, AnyMachineSnapshot>();
  standing.set('app', reach('app', `app.visitor.${visitor}`).snapshot);
  const besides: Readonly<Record<string, string | undefined>> = { session: SESSIONS[visitor], theme };
  for (const [child, state] of Object.entries(CHILDREN)) {
    standing.set(`app/${child}`, reach(child, `${child}.${besides[child] ?? state}`).snapshot);
  }
  if (own === 'seatView') standing.set('booking', show('booking', 'booking.choosing.hall.choosingSeats').snapshot);
  standing.set(own in CHILDREN ? `app/${own}` : own, reached.snapshot);
  const [pathname = '', query = ''] = (PLACES[id] ?? PLACES[own]).split('?');
  const present: unknown = reached.snapshot.context.now;
  const now = typeof present === 'number' ? present : MADE_UP_START - HOUR;
  return {
    ...reached,
    id,
    machine: machineOf(own, machines),
    pathname,
    search: query && `?${query}`,
    now,
    machines: standing,
  };

  function show(machineId: DrawnMachine, stateId: string): Reached {
    return showMore(reach(machineId, stateId), madeUpWorlds[machineId], stateId);
  }

  function reach(machineId: string, stateId: string): Reached {
    const world: MadeUpWorld | undefined = isDrawn(machineId) ? madeUpWorlds[machineId] : undefined;
    const found = world && reachState(machineOf(machineId, machines), world, stateId);
    if (found === undefined) throw new Error(`Nothing made up leads to ${stateId}`);
    return found;
  }
}

/** Who is there, as the root calls it. */
function visitorOf(machine: DrawnMachine, { context, value }: AnyMachineSnapshot): string {
  if (machine === 'app') return value.visitor;
  if (machine === 'authDialog') return 'signedOut';
  if (machine === 'booking') return (context.viewer ?? context.purchase) === undefined ? 'signedOut' : 'signedIn';
  if (machine === 'ticket') return VISITORS[context.session.standing] ?? 'signedIn';
  if (machine !== 'session') return 'signedIn';
  const state = typeof value === 'string' ? value : Object.keys(value)[0];
  return Object.keys(SESSIONS).find((visitor) => visitor === state) ?? 'starting';
}

function machineOf(id: string, machines: Machines): AnyStateMachine {
  const machine = id in CHILDREN ? childOfRoot(id, machines) : machines(id);
  if (machine === undefined) throw new Error(`There is no machine ${id}`);
  return machine;
}

function childOfRoot(id: string, machines: Machines): AnyStateMachine | undefined {
  const logics: readonly unknown[] = Object.values(machines('app')?.implementations.actors ?? {});
  return logics.filter(isMachine).find((machine) => machine.id === id);
}

function isMachine(logic: unknown): logic is AnyStateMachine {
  return logic instanceof StateMachine;
}

function isDrawn(id: string | undefined): id is DrawnMachine {
  return id !== undefined && id in madeUpWorlds;
}
