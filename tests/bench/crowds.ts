import { PASSWORD, type Person } from '../server/people.ts';
import { bookingOf, HALL } from './hall.ts';
import { measureRequests } from './httpClient.ts';
import { report } from './measure.ts';
import { countProcessor, type Worker } from './processor.ts';

/**
 * All people try to buy the seats of one hall at the same time.
 * @param first the number of the hall's first seat, as `bookingOf` counts
 */
export async function flashSale(
  url: string,
  people: readonly Person[],
  first: number,
  workers: readonly Worker[],
): Promise<void> {
  const statuses: Record<string, number> = {};
  const { result: throughput, spent } = await countProcessor(workers, people.length, () =>
    measureRequests(url, 256, people.length, async (turn, client) => {
      const { token = '' } = people[turn] ?? {};
      const body = bookingOf(first + (turn % HALL));
      const status = await client.send('POST', 'user/tickets', { token, key: `flash-${turn}`, body });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }),
  );
  const outcome = `sold ${statuses[201]}, refused ${statuses[409]}`;
  report(`flash sale, ${people.length} buyers, ${HALL} seats`, throughput, outcome, spent);
}

/**
 * All people try to hold a seat of one hall at the same time; whoever holds one buys it. Throws when such a purchase is refused.
 * @param first the number of the hall's first seat, as `bookingOf` counts
 */
export async function flashSaleWithHolds(
  url: string,
  people: readonly Person[],
  first: number,
  workers: readonly Worker[],
): Promise<void> {
  const held: Record<string, number> = {};
  const { result: throughput, spent } = await countProcessor(workers, people.length, () =>
    measureRequests(url, 256, people.length, async (turn, client) => {
      const { token = '' } = people[turn] ?? {};
      const body = bookingOf(first + (turn % HALL));
      const status = await client.send('POST', 'holds', { token, key: `hold-${turn}`, body });
      held[status] = (held[status] ?? 0) + 1;
      if (status !== 201) return;
      const bought = await client.send('POST', 'user/tickets', { token, key: `held-${turn}`, body });
      if (bought !== 201) throw new Error(`The purchase of a held seat got the status ${bought}`);
    }),
  );
  const outcome = `held and sold ${held[201]}, refused ${held[409]}`;
  report(`flash sale with holds, ${people.length} buyers, ${HALL} seats`, throughput, outcome, spent);
}

/** All people sign in, 16 at a time. */
export async function signIns(url: string, people: readonly Person[], workers: readonly Worker[]): Promise<void> {
  const { result: throughput, spent } = await countProcessor(workers, people.length, () =>
    measureRequests(url, 16, people.length, async (turn, client) => {
      const body = { username: `person-${people[turn]?.id ?? ''}`, password: PASSWORD };
      const status = await client.send('POST', 'user/signin', { body });
      if (status !== 201) throw new Error(`A sign-in got the status ${status}`);
    }),
  );
  report('sign-ins', throughput, spent);
}
