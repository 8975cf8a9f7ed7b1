import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

const AT_ONCE = 1000;

/**
 * Compares usernames by full case folding (reliability 18). If two accounts now have the same key, the second keeps its old key
 * and can still sign in with it.
 */
export async function foldUsernames(db: Kysely<Schema>): Promise<void> {
  for (let after = ''; ;) {
    const users = await db
      .selectFrom('users')
      .select(['id', 'username', 'username_key'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .execute();
    for (const { id, username, username_key: former } of users) {
      const key = username.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
      if (key === former) continue;
      await db
        .updateTable('users')
        .set({ username_key: key })
        .where('id', '=', id)
        .where((user) =>
          user.not(
            user.exists(user.selectFrom('users as other').select('other.id').where('other.username_key', '=', key)),
          ),
        )
        .execute();
    }
    const last = users.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}
