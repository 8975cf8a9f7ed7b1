import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import * as v from 'valibot';
import { sessionUserSchema } from '#contract/user.ts';
import { offeredDates } from '#domain/calendar.ts';
import { ticketSchema } from '#contract/ticket.ts';
import { readEnvironment } from '../../src/server/environment.ts';
import { freshDatabase, onPostgres } from './postgresDatabases.ts';
import { describeOnPostgres } from './onBothEngines.ts';
import { booking, signUpForm } from './people.ts';
import { sendTo } from './sendTo.ts';
import { follow, runbook } from './runbook.ts';
import { runCommandLine, startServerProcess } from './startServerProcess.ts';
import { testFolder } from './testFolder.ts';

const root = join(import.meta.dirname, '../..');
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8');

/** Creates a database with the roles of compose. The returned function gives the environment variables for a role. */
async function withRoles() {
  const secrets = testFolder();
  const database = await freshDatabase();
  for (const role of ['owner', 'server']) writeFileSync(join(secrets, `${role}_password`), `p@ss/word of ${role}\n`);
  await onPostgres(inject('postgresUrl'), 'drop role if exists nobar_owner', 'drop role if exists nobar_server');
  const apply = 'psql --no-psqlrc --set ON_ERROR_STOP=1 --file src/server/db/roles.sql "$DATABASE_URL"';
  await follow(apply, { DATABASE_URL: database, SECRETS: secrets });
  onTestFinished(() =>
    onPostgres(
      database,
      'reassign owned by nobar_owner to current_user',
      'drop owned by nobar_owner, nobar_server',
      'drop role nobar_owner, nobar_server',
    ),
  );
  return (role: 'owner' | 'server') => {
    const url = new URL(database);
    url.username = `nobar_${role}`;
    url.password = '';
    return { DATABASE_URL: url.href, DATABASE_PASSWORD_FILE: join(secrets, `${role}_password`) };
  };
}

describeOnPostgres('reliability 57: the database role of the servers', () => {
  test('has the rights for every API request, owns nothing, and cannot change or empty the ledger', async () => {
    const as = await withRoles();
    const early = startServerProcess(as('server'));
    expect(await early.ended, 'the exit code of the server').toBe(1);
    expect(early.output()).toContain(
      'This role may not change the database, run `npm run migrate` with the DATABASE_URL of its owner',
    );
    expect(await runCommandLine('migrate', as('owner'), 'nobar_server')).toEqual({
      code: 0,
      said: 'The database is ready, and the role nobar_server has the privileges of a server.\n',
    });

    const server = startServerProcess(as('server'));
    const url = await server.url;
    await useEverything(url);
    await server.stop();
    expect(server.output()).not.toContain('could not be');

    const asServer = readEnvironment(as('server')).databaseUrl ?? '';
    const asOwner = readEnvironment(as('owner')).databaseUrl ?? '';
    await onPostgres(
      asServer,
      "insert into doors values ('d', 'Entrance', 'hash', 0, 1, null)",
      "insert into admissions select id, 'd', 0 from tickets",
      'select id from tickets for no key update',
    );
    await expect(onPostgres(asServer, 'update tickets set cancelled_at = 2')).rejects.toThrow(/has been used/);
    await onPostgres(
      asServer,
      'delete from admissions',
      'update doors set closed_at = 0',
      'update tickets set admission_code = null',
    );
    // A right that an earlier version needed, for example. The next update takes it away.
    await onPostgres(asOwner, 'grant delete on tickets to nobar_server');
    expect(await runCommandLine('migrate', as('owner'), 'nobar_server')).toMatchObject({ code: 0 });
    for (const [statement, message] of REFUSED) {
      await expect(onPostgres(asServer, statement)).rejects.toThrow(message);
    }
    await expect(onPostgres(asOwner, 'truncate ledger cascade')).rejects.toThrow(/append-only/);
    await expect(onPostgres(asOwner, 'delete from ledger')).rejects.toThrow(/append-only/);
  });
});

const REFUSED: readonly (readonly [statement: string, message: RegExp])[] = [
  ['truncate ledger', /permission denied/],
  ['truncate users cascade', /permission denied/],
  ['update ledger set amount = 1', /permission denied/],
  ['delete from ledger', /permission denied/],
  ['drop table ledger cascade', /must be owner/],
  ['drop trigger ledger_append_only on ledger', /must be owner/],
  ['alter table ledger disable trigger all', /must be owner/],
  ['alter table users drop constraint users_balance_check', /must be owner/],
  ['update movies set ticket_price = 1', /permission denied/],
  ['update tickets set ticket_price = 1', /permission denied/],
  ['update users set username = id', /permission denied/],
  ['delete from tickets', /permission denied/],
  ['update admissions set admitted_at = 1', /permission denied/],
  ['update doors set ends_at = 1', /permission denied/],
  ['delete from doors', /permission denied/],
  ['create table mine (id int)', /permission denied/],
  ['create temporary table mine (id int)', /permission denied/],
  ['set role nobar_owner', /permission denied/],
];

/** Sends every kind of writing request, and expects each to succeed. */
async function useEverything(url: string): Promise<void> {
  const send = async (method: string, path: string, token: string, body: unknown) => {
    const answer = await sendTo(url, method, path, { token, body, key: `${method}-${path}` });
    expect(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`).toMatch(/^\S+ \S+ 20\d /);
    return answer.body;
  };
  const { username, password } = signUpForm();
  await send('POST', 'user/signup', '', signUpForm());
  const wrong = await sendTo(url, 'POST', 'user/signin', { body: { username, password: 'battery staple' } });
  expect(wrong.status).toBe(401);
  const { token } = v.parse(sessionUserSchema, await send('POST', 'user/signin', '', { username, password }));
  await send('POST', 'user/balance', token, { amount: 200_000 });
  const tomorrow = offeredDates(Date.now(), 'Asia/Jakarta')[1];
  const bought = await send('POST', 'user/tickets', token, booking({ showtimeDate: tomorrow }));
  const { id: ticketId } = v.parse(ticketSchema, bought);
  await send('DELETE', 'user/tickets', token, { ticketId, password });
  await send('PUT', 'user/balance', token, { amount: 50_000, password });
  await send('DELETE', 'user/sessions', token, undefined);
  await send('PUT', 'user/password', token, { password, newPassword: 'paper clips 9' });
  await send('POST', 'user/signout', token, undefined);
  await send('GET', 'health/ready', '', undefined);
}

describe('reliability 57: compose.yaml', () => {
  test('contains no secrets: a README command creates the passwords, and the services read them from files', async () => {
    expect(compose).not.toMatch(/postgres:\/\/\w+:/);
    expect(compose).not.toMatch(/PASSWORD: (?!\w+_PASSWORD$)/m);
    const folder = testFolder();
    await follow(runbook('(umask 077; for name in POSTGRES'), {}, folder);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    const made = readFileSync(join(folder, '.env'), 'utf8');
    expect(made).toMatch(
      /^POSTGRES_PASSWORD=[\da-f]{48}\nOWNER_PASSWORD=[\da-f]{48}\nSERVER_PASSWORD=[\da-f]{48}\nREPLICATION_PASSWORD=[\da-f]{48}\n$/,
    );
    expect(new Set(made.match(/[\da-f]{48}/g)).size, 'different passwords').toBe(4);
    for (const [name] of made.matchAll(/^\w+/gm)) expect(compose).toContain(`environment: ${name}\n`);
  });

  test('gives the servers the restricted role, and the owner role only to the migration', () => {
    const services = compose.split(/^ {2}(?=[\w-]+:)/m).filter((service) => service.includes('DATABASE_URL'));
    const roles = services.map((service) => [service.includes('migrate.ts'), /postgres:\/\/(\w+)@/.exec(service)?.[1]]);
    // Without a standby, and with one.
    const expected = [
      [true, 'nobar_owner'],
      [false, 'nobar_server'],
    ];
    expect(roles).toEqual([...expected, ...expected]);
    expect(compose).toContain("'src/server/commands/migrate.ts', 'nobar_server'");
    expect(compose).toContain('./src/server/db/roles.sql:/docker-entrypoint-initdb.d/roles.sql:ro');
    for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"]) {
      expect(compose).toContain(line);
    }
  });
});
