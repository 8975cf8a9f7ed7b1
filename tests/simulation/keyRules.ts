import * as v from 'valibot';
import type { SimulatedServer } from './server.ts';

const heldSchema = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }));

/** Requests for a hold that are stored under their key although they changed nothing, because the user held these seats already. */
export async function brokenKeys({ db }: SimulatedServer): Promise<string[]> {
  const rows = await db
    .selectFrom('idempotency_keys')
    .select(['key', 'body'])
    .where('route', '=', 'POST /holds')
    .where('status', '<', 400)
    .execute();
  const byHold = Map.groupBy(rows, ({ body }) => v.parse(heldSchema, body).id);
  return [...byHold]
    .filter(([, stored]) => stored.length > 1)
    .map(([id, stored]) => `The hold ${id} is stored under the keys ${stored.map(({ key }) => key).join(' and ')}`);
}
