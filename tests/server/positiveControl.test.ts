import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditBooks } from '../../src/server/store/auditBooks.ts';
import { countByStatus } from './countByStatus.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPeople, booking } from './people.ts';

/** Moves every seat sold out of the way, so that the key which keeps a seat from being sold twice never bites. */
const WITHOUT_KEY = {
  sqlite: [
    `create trigger seats_move after insert on booked_seats when new.starts_at > 0 begin
      update booked_seats set starts_at = -abs(random() % 1000000000000)
      where movie_id = new.movie_id and starts_at = new.starts_at and seat_number = new.seat_number;
    end`,
  ],
  postgres: [
    `create function move_seat() returns trigger language plpgsql as
      $$ begin new.starts_at = -floor(random() * 1000000000000); return new; end $$`,
    `create trigger seats_move before insert on booked_seats for each row execute function move_seat()`,
  ],
} as const;

describeOnBothEngines('reliability 1: the positive control of the races', ({ engine, open }) => {
  test('without the key of a sold seat the hall is oversold, and the audit says so', async () => {
    const cinema = await open();
    for (const statement of WITHOUT_KEY[engine]) await sql.raw(statement).execute(cinema.db);
    const buyers = await addPeople(cinema, 200, { balance: 35_000 });
    const answers = await Promise.all(
      buyers.map(({ token }, index) =>
        cinema.call('POST', 'user/tickets', { token, body: booking({ seatNumbers: [(index % 64) + 1] }) }),
      ),
    );
    expect(countByStatus(answers)[201]).toBeGreaterThan(64);
    expect((await auditBooks(cinema.db)).breaches.length).toBeGreaterThan(64);
  });
});
