import { sql } from 'kysely';
import type { Database } from '../../src/server/db/database.ts';

const STATEMENTS = {
  'the session of a token': `select * from sessions inner join users on users.id = sessions.user_id where token_hash = 'x' and expires_at > 1`,
  'a film by its title': `select * from movies where title = 'x'`,
  'the seats sold of a showtime': `select seat_number from booked_seats where movie_id = 1 and starts_at = 1 order by seat_number`,
  'a balance that is changed': `update users set balance = balance - 1 where id = 'x' and balance >= 1`,
  'a page of the tickets of a user': `select * from tickets where user_id = 'x' and cancelled_at is null and id < 'x' order by id desc limit 100`,
  'a page of the ledger of a user': `select * from ledger left join tickets on tickets.id = ledger.ticket_id where ledger.user_id = 'x' and sequence < 9 order by sequence desc limit 21`,
  'an idempotency key': `select * from idempotency_keys where user_id = 'x' and route = 'x' and key = 'x'`,
} as const;

/** Prints how the database finds the rows of the statements that matter. */
export async function explainPlans({ db, engine }: Database): Promise<void> {
  for (const [name, statement] of Object.entries(STATEMENTS)) {
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
    const { rows } = await sql.raw<Record<string, unknown>>(`${explain} ${statement}`).execute(db);
    const plan = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN']).trim()).join('; ');
    process.stdout.write(`  ${name}: ${plan}\n`);
  }
}
