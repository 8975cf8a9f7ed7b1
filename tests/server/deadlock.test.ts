import { expect, test } from 'vitest';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPeople } from './people.ts';

describeOnBothEngines('reliability 34: a deadlock', ({ engine, open }) => {
  test.runIf(engine === 'postgres')('is tried again, and both sides are done once', async () => {
    const cinema = await open();
    const [one, two] = await addPeople(cinema, 2);
    if (one === undefined || two === undefined) throw new Error('Nobody came');
    let tries = 0;
    let arrived = 0;
    const { promise: bothHoldOne, resolve: meet } = Promise.withResolvers<undefined>();
    const giveBoth = (ids: readonly string[]) =>
      inTransaction(cinema.db, async (transaction) => {
        tries += 1;
        for (const id of ids) {
          await transaction
            .updateTable('users')
            .set(({ eb }) => ({ balance: eb('balance', '+', 1) }))
            .where('id', '=', id)
            .execute();
          arrived += 1;
          if (arrived === 2) meet(undefined);
          await bothHoldOne;
        }
      });
    await Promise.all([giveBoth([one.id, two.id]), giveBoth([two.id, one.id])]);
    expect(tries).toBeGreaterThan(2);
    const balances = await cinema.db.selectFrom('users').select('balance').execute();
    expect(balances).toEqual([{ balance: 2 }, { balance: 2 }]);
  });
});
