import { randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { ADMISSION_CODE_BYTES, admissionCodeOf } from '#domain/admissionCode.ts';
import type { Schema } from '../db/schema.ts';

interface Coded {
  readonly id: string;
  readonly admission_code: string | null;
}

/** A new secret code for a ticket. */
export function newAdmissionCode(): string {
  return admissionCodeOf(randomBytes(ADMISSION_CODE_BYTES));
}

/** Gives a code to each of these tickets that has none, because a server that knows no doors has sold it. Returns them with codes. */
export async function withCodes<Row extends Coded>(db: Kysely<Schema>, rows: readonly Row[]): Promise<Row[]> {
  const ids = rows.filter(({ admission_code: code }) => code === null).map(({ id }) => id);
  if (ids.length === 0) return [...rows];
  const given = ids.map((id) => sql`(${id}, ${newAdmissionCode()})`);
  await sql`update tickets set admission_code = column2 from (values ${sql.join(given)}) as given
    where tickets.id = column1 and admission_code is null`.execute(db);
  // Another request may have given a code first.
  const coded = await db.selectFrom('tickets').select(['id', 'admission_code']).where('id', 'in', ids).execute();
  const codes = new Map(coded.map(({ id, admission_code: code }) => [id, code]));
  return rows.map((row) => ({ ...row, admission_code: row.admission_code ?? codes.get(row.id) ?? null }));
}
