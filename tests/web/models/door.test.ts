import * as fc from 'fast-check';
import { createActor, type ActorRefFrom } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import type { DoorAnswer } from '#domain/door.ts';
import { provideDoorEnvironment, type CameraListener } from '#machines/doorEnvironment.ts';
import { doorMachine, selectCount } from '#machines/doorMachine.ts';
import { createDoorEnvironment } from '../../../src/web/door/createDoorEnvironment.ts';
import { rounds } from '../../rounds.ts';
import { addDoor, admit, buyWithCode, THURSDAY_EVENING, TONIGHT } from '../../server/atTheDoor.ts';
import { addPerson, cancel } from '../../server/people.ts';
import { openNetwork } from '../network.ts';
import { openTestApp } from '../openProduct.tsx';

const RUNS = Number(process.env['MODEL_RUNS'] ?? '') || rounds(12, 100);
const SEED = Number(process.env['MODEL_SEED'] ?? '') || Date.now() % 2 ** 31;
const STEPS = 40;
const TIMEOUT_MILLISECONDS = 600_000;
const TICKETS = 4;
const SECOND = 1000;

const ticket = fc.nat({ max: TICKETS - 1 });
const tab = fc.nat({ max: 1 });

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ does: fc.constant('show' as const), tab, ticket }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('undo' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('go offline' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('go online' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('lose a response' as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reload' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('show and reload' as const), tab, ticket }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('admit elsewhere' as const), ticket }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('cancel' as const), ticket }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 12 }) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never;

/** Leads to each of `ANSWERS`, which few random runs may miss. */
const EXAMPLE: Step[] = [
  { does: 'show', tab: 0, ticket: 0 },
  { does: 'show', tab: 1, ticket: 0 },
  { does: 'undo', tab: 0 },
  { does: 'cancel', ticket: 1 },
  { does: 'show', tab: 0, ticket: 1 },
  { does: 'go offline' },
  { does: 'show', tab: 0, ticket: 2 },
];
const ANSWERS = ['welcome', 'welcome_unconfirmed', 'already_inside', 'undone', 'cancelled'];

/** The knowledge of a door that never fails: the tickets that this phone let in and has not turned away again. */
interface Reference {
  readonly inside: Set<string>;
  /** The tickets about which the phone may be wrong while it is offline. */
  readonly changedElsewhere: Set<string>;
  /** The tickets that were checked while the page was reloaded: the server may have admitted them, and nobody heard it. */
  readonly unheard: Set<string>;
  /** The tickets that were ever unheard. A tab whose list is older may admit such a ticket again, which is a conflict. */
  readonly interrupted: Set<string>;
}

describe('reliability 76: a phone at a door, with two tabs, lost responses, reloads and no connection', () => {
  test(
    `admits each ticket once and loses no admission: seed ${SEED}, ${RUNS} runs of up to ${STEPS} steps`,
    { timeout: TIMEOUT_MILLISECONDS },
    async () => {
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: STEPS, size: 'max' }), (steps) => run(steps, seen)),
        { numRuns: RUNS, seed: SEED, endOnFailure: false, examples: [[EXAMPLE]] },
      );
      expect([...seen]).toEqual(expect.arrayContaining(ANSWERS));
    },
  );
});

interface Tab {
  readonly actor: ActorRefFrom<typeof doorMachine>;
  readonly show: (text: string) => void;
  readonly close: () => void;
}

/** The states in which a tab waits for its own work, and not for the network. */
const BUSY = ['reading', 'preparing', 'lookingUp', 'undoing'];

function isIn(tab: Tab | undefined, state: string): boolean {
  return JSON.stringify(tab?.actor.getSnapshot().value ?? '').includes(`"${state}"`);
}

async function run(steps: readonly Step[], seen: Set<string>): Promise<void> {
  const phone = await openPhone(seen);
  try {
    for (const each of steps) await phone.take(each);
    await phone.finish();
  } finally {
    await phone.close();
  }
}

async function openPhone(seen: Set<string>) {
  window.localStorage.clear();
  const cinema = await openTestApp({ now: THURSDAY_EVENING });
  const [entrance, balcony] = [await addDoor(cinema, 'Entrance'), await addDoor(cinema, 'Balcony')];
  const people = await Promise.all(Array.from({ length: TICKETS }, () => addPerson(cinema, { balance: 500_000 })));
  const tickets: { readonly id: string; readonly code: string; readonly token: string }[] = [];
  for (const [index, person] of people.entries()) {
    const bought = await buyWithCode(cinema, person, { seatNumbers: [2 * index + 1, 2 * index + 2] });
    tickets.push({ id: bought.id, code: bought.code, token: person.token });
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const network = openNetwork(cinema.app);
  const state = { isOffline: false, losesResponse: false };
  const inProgress = new Set<Promise<unknown>>();
  const reference: Reference = {
    inside: new Set(),
    changedElsewhere: new Set(),
    unheard: new Set(),
    interrupted: new Set(),
  };

  const send: typeof fetch = (input, init) => {
    const answer = (async () => {
      if (state.isOffline) throw new TypeError('fetch failed');
      const response = await network.fetch(input, init);
      const isLost = state.losesResponse && new Request(input, init).method === 'POST';
      if (!isLost) return response;
      state.losesResponse = false;
      throw new TypeError('fetch failed');
    })();
    const settled = answer.catch(() => undefined).finally(() => inProgress.delete(settled));
    inProgress.add(settled);
    return answer;
  };

  const tabs: Tab[] = [];
  const openTab = (): Tab => {
    const cameras = new Set<CameraListener>();
    const camera = {
      start: (listener: CameraListener) => {
        cameras.add(listener);
        return () => cameras.delete(listener);
      },
    };
    const actor: ActorRefFrom<typeof doorMachine> = createActor(doorMachine);
    const environment = createDoorEnvironment(window, camera, { fetch: send, now: () => cinema.clock.now });
    provideDoorEnvironment(actor, environment);
    let last: DoorAnswer | undefined;
    let undoes: string | undefined;
    const subscription = actor.subscribe(({ context }) => {
      const { admitted, answer, code } = context;
      if (answer === last || answer === undefined) return;
      last = answer;
      hear(answer.answer === 'undone' ? (undoes ?? '') : (code ?? ''), answer);
      undoes = admitted?.code;
    });
    actor.start();
    return {
      actor,
      show: (text: string) => cameras.forEach(({ onRead }) => onRead(text)),
      close: () => {
        subscription.unsubscribe();
        actor.stop();
      },
    };
  };

  /** Compares an answer with the reference. */
  const hear = (code: string, { answer }: DoorAnswer) => {
    seen.add(answer);
    if (answer === 'welcome' || answer === 'welcome_unconfirmed') {
      expect(reference.inside.has(code), `${answer} for a ticket that this phone has let in`).toBe(false);
      reference.inside.add(code);
      reference.unheard.delete(code);
    }
    if (answer === 'undone') reference.inside.delete(code);
    const { changedElsewhere, inside, unheard } = reference;
    if (answer === 'already_inside' && !changedElsewhere.has(code) && !unheard.has(code))
      expect(inside.has(code), 'already inside, but nobody let it in').toBe(true);
  };

  const settle = async () => {
    for (let quiet = 0; quiet < 3; quiet += 1) {
      const isBusy = tabs.some((each) => BUSY.some((name) => isIn(each, name)));
      if (inProgress.size > 0 || isBusy) quiet = 0;
      await Promise.all(inProgress);
      await macrotask();
      // The browser tells each tab about the storage of the others. A tab that has not changed reads what it knows.
      window.dispatchEvent(new StorageEvent('storage', { key: 'nobar-now.door.queue.any' }));
      window.dispatchEvent(new StorageEvent('storage', { key: 'nobar-now.door.conflict.any' }));
    }
  };
  const wait = async (milliseconds: number) => {
    cinema.clock.now += milliseconds;
    await vi.advanceTimersByTimeAsync(milliseconds);
    await settle();
  };

  window.history.replaceState(null, '', `/door#${entrance.token}`);
  tabs.push(openTab());
  await settle();
  tabs[0]?.actor.send({ type: 'screening.choose', screening: TONIGHT });
  await settle();
  tabs.push(openTab());
  await settle();

  const take = async (each: Step): Promise<void> => {
    // The phone compares the times of responses and requests, which in reality are never the same.
    cinema.clock.now += 10;
    switch (each.does) {
      case 'show':
        tabs[each.tab]?.show(tickets[each.ticket]?.code ?? '');
        return settle();
      case 'undo':
        tabs[each.tab]?.actor.send({ type: 'answer.undo' });
        return settle();
      case 'go offline':
        state.isOffline = true;
        return;
      case 'go online':
        state.isOffline = false;
        window.dispatchEvent(new Event('online'));
        return settle();
      case 'lose a response':
        state.losesResponse = true;
        return;
      case 'reload':
        tabs[each.tab]?.close();
        tabs[each.tab] = openTab();
        return settle();
      case 'show and reload':
        tabs[each.tab]?.show(tickets[each.ticket]?.code ?? '');
        // The hash of the code takes a moment.
        while (isIn(tabs[each.tab], 'preparing')) await macrotask();
        if (isIn(tabs[each.tab], 'asking'))
          for (const set of [reference.unheard, reference.interrupted]) set.add(tickets[each.ticket]?.code ?? '');
        return take({ does: 'reload', tab: each.tab });
      case 'admit elsewhere': {
        const code = tickets[each.ticket]?.code ?? '';
        const { answer } = await admit(cinema, balcony, code);
        if (answer === 'welcome') reference.changedElsewhere.add(code);
        return;
      }
      case 'cancel': {
        const { code = '', id = '', token = '' } = tickets[each.ticket] ?? {};
        const { status } = await cancel(cinema, { token }, id);
        if (status === 200) reference.changedElsewhere.add(code);
        return;
      }
      case 'wait':
        return wait(each.seconds * SECOND);
    }
  };

  const finish = async () => {
    state.losesResponse = false;
    await take({ does: 'go online' });
    await wait(30 * SECOND);
    await wait(30 * SECOND);
    const rows = await cinema.db
      .selectFrom('admissions')
      .innerJoin('tickets', 'tickets.id', 'admissions.ticket_id')
      .select(['tickets.admission_code', 'admissions.door_id', 'tickets.seat_numbers'])
      .execute();
    const ofEntrance = new Set(rows.filter(({ door_id }) => door_id === entrance.id).map((row) => row.admission_code));
    for (const each of tabs) {
      const snapshot = each.actor.getSnapshot();
      expect([snapshot.context.queue, snapshot.value]).toMatchObject([[], { admitting: { connection: 'online' } }]);
      expect(selectCount(snapshot).inside).toBe(2 * rows.length);
      const conflicts = new Set(snapshot.context.conflicts.map(({ seatNumbers }) => seatNumbers.join()));
      for (const [index, { code }] of tickets.entries()) {
        const hasConflict = conflicts.has([2 * index + 1, 2 * index + 2].join());
        const mayHaveConflict = reference.changedElsewhere.has(code) || reference.interrupted.has(code);
        if (hasConflict) expect(mayHaveConflict, 'a conflict without a reason').toBe(true);
        else if (!reference.unheard.has(code))
          expect([code, ofEntrance.has(code)]).toEqual([code, reference.inside.has(code)]);
      }
    }
  };

  return {
    take,
    finish,
    close: async () => {
      for (const each of tabs) each.close();
      await settle();
      vi.useRealTimers();
    },
  };
}

function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
