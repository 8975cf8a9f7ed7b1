import { PASSWORD, type Person } from '../server/people.ts';
import { bookingOf, HALL } from './hall.ts';
import { openHttpClient } from './httpClient.ts';
import { measure, report } from './measure.ts';
import { countProcessor, type Worker } from './processor.ts';

/** As many buyers as there are people, all after the seats of one hall. Takes its first seat. */
export async function flashSale(
  url: string,
  people: readonly Person[],
  first: number,
  workers: readonly Worker[],
): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 256 }, () => openHttpClient(url)));
  const answers: Record<string, number> = {};
  const { result: throughput, spent } = await countProcessor(workers, people.length, () =>
    measure(connections.length, people.length, async (turn, client) => {
      const { token = '' } = people[turn] ?? {};
      const options = { token, body: bookingOf(first + (turn % HALL)) };
      const status = (await connections[client]?.send('POST', 'user/tickets', options)) ?? 0;
      answers[status] = (answers[status] ?? 0) + 1;
    }),
  );
  for (const connection of connections) connection.close();
  const outcome = `sold ${answers[201]}, refused ${answers[409]}`;
  report(`flash sale, ${people.length} buyers, ${HALL} seats`, throughput, outcome, spent);
}

/** So many people sign in. */
export async function signIns(url: string, people: readonly Person[], workers: readonly Worker[]): Promise<void> {
  const connections = await Promise.all(Array.from({ length: 16 }, () => openHttpClient(url)));
  const { result: throughput, spent } = await countProcessor(workers, people.length, () =>
    measure(connections.length, people.length, async (turn, client) => {
      const body = { username: `person-${people[turn]?.id ?? ''}`, password: PASSWORD };
      const status = await connections[client]?.send('POST', 'user/signin', { body });
      if (status !== 201) throw new Error(`A sign-in was answered with ${status}`);
    }),
  );
  for (const connection of connections) connection.close();
  report('sign-ins', throughput, spent);
}
