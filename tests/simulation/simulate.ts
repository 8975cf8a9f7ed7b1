import { rm } from 'node:fs/promises';
import type { InspectionEvent } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { THURSDAY_MORNING } from '../server/openCinema.ts';
import { Answers } from './answers.ts';
import { brokenAtRest } from './atRest.ts';
import { chooseStep } from './choose.ts';
import { CommandKeys } from './commandKeys.ts';
import { Device } from './device.ts';
import { digestAtOnce } from './digestAtOnce.ts';
import { DishonestVisitor } from './dishonestVisitor.ts';
import { DoorBook, type ShownTicket } from './doorBook.ts';
import { DoorPhone } from './doorPhone.ts';
import { brokenHolds } from './holdRules.ts';
import { brokenKeys } from './keyRules.ts';
import type { Person } from './person.ts';
import { chooseFault } from './chooseFault.ts';
import { Network, type Fault } from './network.ts';
import { perform, type World } from './perform.ts';
import { createRandom, type Random } from './random.ts';
import { brokenInDatabase, brokenInTab } from './rules.ts';
import { SimulatedServer } from './server.ts';
import { SimulatedTime } from './simulatedTime.ts';
import { StaleLabels } from './staleLabels.ts';
import type { Scenario, Step } from './steps.ts';
import type { Tab } from './tab.ts';
import { Told } from './told.ts';
import { ToldSeats } from './toldSeats.ts';
import { Trace } from './trace.ts';

digestAtOnce();

export interface Options {
  readonly seed: string;
  readonly visitors: number;
  /** 3 by default. */
  readonly dishonest?: number;
  readonly steps: number;
  /** PostgreSQL instead of SQLite. */
  readonly databaseUrl?: string | undefined;
  readonly inspect?: ((tab: Tab, event: InspectionEvent) => void) | undefined;
}

export interface Result {
  /** The run as it can be repeated; after a breach, only the steps until then. */
  readonly scenario: Scenario;
  readonly breaches: readonly string[];
  readonly errors: ReadonlyMap<string, number>;
  readonly checked: number;
  /** The number of statements about seats that were checked. */
  readonly checkedSeats: number;
  /** The number of answers at doors that were checked. */
  readonly checkedAtDoors: number;
  readonly simulatedMs: number;
  /** A digest of every event that an actor received, to compare two runs. */
  readonly trace: string;
}

const MINUTE = 60_000;
/** Longer than every hold. */
const LAST_REST = 20 * MINUTE;
/** Longer than every retry. */
const REST = 3 * MINUTE;
const REST_EVERY = 150;
const REST_STEP: Step = { does: { act: 'rest' }, ms: 0 };
const STAGES = 4;
const DISHONEST = 3;
const DOORS = 2;
/** All dishonest visitors are in one network. */
const DISHONEST_ADDRESS = '10.66.0.1';

/** Simulates random visitors under random faults. */
export function simulate({ seed, visitors, dishonest = DISHONEST, steps, ...options }: Options): Promise<Result> {
  const random = createRandom(`${seed} steps`);
  const faults: Record<string, Fault> = {};
  const findFault = (request: string) => {
    const fault = chooseFault(request, createRandom(`${seed} ${request}`));
    if (fault !== undefined) faults[request] = fault;
    return fault;
  };
  const played: Step[] = [];
  function* choose(world: World) {
    while (played.length < steps) {
      const step = played.length % REST_EVERY === REST_EVERY - 1 ? REST_STEP : chooseStep(world, random);
      played.push(step);
      yield step;
    }
  }
  return play({ seed, visitors, dishonest, steps: played, faults }, choose, findFault, options);
}

/** Repeats a scenario. Steps that are not possible do nothing. */
export function replay(scenario: Scenario, options: Pick<Options, 'databaseUrl' | 'inspect'> = {}): Promise<Result> {
  return play(
    scenario,
    () => scenario.steps,
    (request) => scenario.faults[request],
    options,
  );
}

async function play(
  scenario: Scenario,
  chooseSteps: (world: World) => Iterable<Step>,
  findFault: (request: string) => Fault | undefined,
  { databaseUrl, inspect }: Pick<Options, 'databaseUrl' | 'inspect'>,
): Promise<Result> {
  const folder = await freshFolder('nobar-now-simulation-');
  const time = new SimulatedTime(THURSDAY_MORNING, scenario.seed);
  const breaches: string[] = [];
  const trace = new Trace(time);
  time.install();
  try {
    const server = new SimulatedServer(time, folder, databaseUrl);
    await server.start();
    let areFaultsOn = true;
    const network = new Network(time, server, (request) => (areFaultsOn ? findFault(request) : undefined));
    const report = (breach: string) => void breaches.push(breach);
    const told = new Told(server, report);
    const toldSeats = new ToldSeats(server, report);
    const commandKeys = new CommandKeys(report);
    network.watchRequest = commandKeys.watch;
    const answers = new Answers(server, report);
    server.watchAnswer = answers.watch;
    const staleLabels = new StaleLabels();
    const links: string[] = [];
    const devices = openDevices(scenario, {
      time,
      network,
      postLink: (path) => links.push(path),
      inspect: (tab, event) => {
        told.inspect(tab, event);
        toldSeats.inspect(tab, event);
        commandKeys.inspect(tab, event);
        trace.add(event);
        inspect?.(tab, event);
      },
    });
    const dishonest = Array.from(
      { length: scenario.dishonest },
      (_, index) =>
        new DishonestVisitor({
          name: `dishonest ${index}`,
          address: DISHONEST_ADDRESS,
          time,
          network,
          confirm: (userId, kind, key) => told.confirm(userId, kind, key),
        }),
    );
    const book = new DoorBook(server, report);
    const doors = Array.from(
      { length: DOORS },
      (_, index) => new DoorPhone({ name: `door ${index}`, address: `10.77.0.${index}`, time, network, server, book }),
    );
    const listTickets = ticketsOf(server, time);
    const world = { server, network, devices, dishonest, doors, listTickets, links };
    let written = -1;
    const check = async () => {
      if (server.isUp && server.writes !== written) {
        written = server.writes;
        breaches.push(
          ...(await brokenInDatabase(server)),
          ...(await brokenHolds(server)),
          ...(await brokenKeys(server)),
        );
        told.check();
      }
      for (const { tabs } of devices) for (const tab of tabs) breaches.push(...brokenInTab(tab));
      breaches.push(...staleLabels.broken(server, devices));
      breaches.push(...server.failures);
    };
    const rest = async (milliseconds: number) => {
      areFaultsOn = false;
      await comeToRest(world, time, milliseconds);
      await check();
      if (breaches.length === 0) breaches.push(...(await brokenAtRest(world)), ...(await book.brokenAtRest()));
      areFaultsOn = true;
      for (const { owner } of dishonest) time.wake(owner);
    };
    for (const step of chooseSteps(world)) {
      if (step.does.act === 'rest') await rest(REST);
      else await perform(world, step);
      await time.advance(step.ms);
      await check();
      if (breaches.length > 0) break;
    }
    if (breaches.length === 0) await rest(LAST_REST);
    const leftOpen = await closeAll(world, time);
    if (breaches.length === 0) breaches.push(...leftOpen);
    return {
      scenario,
      breaches: [...new Set(breaches)],
      errors: server.errors,
      checked: told.checked,
      checkedSeats: toldSeats.checked,
      checkedAtDoors: book.checked,
      simulatedMs: time.now - THURSDAY_MORNING,
      trace: trace.digest(),
    };
  } finally {
    time.uninstall();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Four in five visitors are persons of their own; the others are second devices. */
function openDevices(
  { seed, visitors }: Scenario,
  options: Pick<ConstructorParameters<typeof Device>[0], 'time' | 'network' | 'postLink' | 'inspect'>,
): Device[] {
  const random = createRandom(`${seed} people`);
  const people = Array.from({ length: Math.ceil(visitors * 0.8) }, (_, index) => personOf(index, random));
  return Array.from({ length: visitors }, (_, index) => {
    const person = people[index % people.length];
    if (person === undefined) throw new Error('There is no person');
    const device = new Device({
      ...options,
      name: `visitor ${index}`,
      address: `10.0.${index >> 8}.${index & 255}`,
      person,
    });
    device.openTab(PATHS.home);
    return device;
  });
}

function personOf(index: number, random: Random): Person {
  return {
    username: `visitor-${index}`,
    age: random.chance(0.85) ? 30 : 12,
    isSignedUp: false,
    password: `a long secret ${index}`,
  };
}

/** Returns a function that reads the tickets with their codes, or the last ones that it has read while the server is down. */
function ticketsOf(server: SimulatedServer, time: SimulatedTime): () => Promise<readonly ShownTicket[]> {
  let known: readonly ShownTicket[] = [];
  return async () => {
    if (!server.isUp) return known;
    const rows = await time.hold(
      server.db
        .selectFrom('tickets')
        .select(['id', 'admission_code', 'movie_title', 'showtime_date', 'showtime_time'])
        .orderBy('id')
        .execute(),
    );
    known = rows.map((row) => ({
      id: row.id,
      code: row.admission_code ?? '',
      screening: { movieTitle: row.movie_title, showtimeDate: row.showtime_date, showtimeTime: row.showtime_time },
    }));
    return known;
  };
}

/** Turns all faults off and lets time pass, with every tab shown again now and then, until nothing can be going on any more. */
async function comeToRest(
  { server, devices, dishonest, doors }: World,
  time: SimulatedTime,
  milliseconds: number,
): Promise<void> {
  await time.settle();
  for (const { owner } of dishonest) owner.isAsleep = true;
  server.callOffCrash();
  if (!server.isUp) await server.start();
  for (const door of doors) {
    door.isOnline = true;
    door.send();
  }
  for (const device of devices) {
    if (device.isAsleep) device.wake();
    if (!device.isOnline) device.goOnline();
  }
  for (let stage = 0; stage < STAGES; stage += 1) {
    await time.advance(milliseconds / STAGES);
    for (const { tabs } of devices) {
      for (const tab of tabs) {
        tab.run(() => tab.setHidden(true));
        tab.run(() => tab.setHidden(false));
      }
    }
  }
  await time.advance(MINUTE / 2);
}

/** Closes every tab and the server. Returns a sentence for each thing that they leave open. */
async function closeAll({ server, network, devices, dishonest, doors }: World, time: SimulatedTime): Promise<string[]> {
  const breaches: string[] = [];
  for (const { owner } of [...dishonest, ...doors]) owner.isGone = true;
  for (const { tabs, name } of devices) {
    for (const tab of tabs) {
      tab.app.stop();
      await time.settle();
      const timers = time.timersOf(tab.owner);
      const feeds = network.feedsOf(tab.owner);
      if (feeds > 0) breaches.push(`${name} leaves ${feeds} feeds open`);
      if (timers > 0) breaches.push(`${name} leaves ${timers} timers running`);
      tab.owner.isGone = true;
    }
  }
  await server.stop();
  await time.settle();
  return breaches;
}
