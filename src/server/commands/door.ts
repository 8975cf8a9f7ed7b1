import { parseArgs } from 'node:util';
import { readDatabaseTime } from '../db/databaseClock.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { ServerConfig } from '../environment.ts';
import { OperatorError } from '../errors.ts';
import { closeDoor, listDoors, openDoor } from '../store/doors.ts';
import { runCommand, withDatabase } from './runCommand.ts';

const HOUR = 3_600_000;
const USAGE =
  'Open, list or close doors: npm run door -- open "Entrance" [--hours 12], npm run door -- list, or npm run door -- close "Entrance"';
const LONGEST_NAME = 40;

await runCommand(async (environment, ...given) => {
  const { action, name, hours } = readArguments(given.filter((each) => each !== undefined));
  return withDatabase(environment, async (database) => {
    const now = await readDatabaseTime(database);
    const { db } = database;
    if (action === 'open' && name !== undefined) {
      const { publicOrigin: origin } = environment;
      if (origin === undefined)
        throw new OperatorError('Set PUBLIC_ORIGIN to the address of your pages, such as https://cinema.example');
      const endsAt = now + hours * HOUR;
      const { id, token } = await inTransaction(db, (transaction) => openDoor(transaction, { name, now, endsAt }));
      writeLog('door_opened', id);
      return [
        `The door ${name} is open until ${timeText(endsAt, environment)}. Open this link on its phone; it is not shown again:`,
        `${origin}/door#${token}`,
        `In Indonesian: ${origin}/id/door#${token}`,
      ].join('\n');
    }
    if (action === 'close' && name !== undefined) {
      const id = await closeDoor(db, { name, now });
      if (id === undefined) throw new OperatorError(`No door with the name ${name} is open`);
      writeLog('door_closed', id);
      return `The door ${name} is closed. Its link admits nobody any more.`;
    }
    if (action !== 'list') throw new OperatorError(USAGE);
    const doors = await listDoors(db, now);
    if (doors.length === 0) return 'No door is open.';
    return doors
      .map(
        ({ door, admitted }) =>
          `${door.name}: open since ${timeText(door.openedAt, environment)} until ${timeText(door.endsAt, environment)}, tickets admitted: ${admitted}`,
      )
      .join('\n');
  });
});

interface DoorArguments {
  readonly action: string | undefined;
  readonly name: string | undefined;
  readonly hours: number;
}

function readArguments(args: string[]): DoorArguments {
  const { positionals, hours } = parse(args);
  const [action, name, ...rest] = positionals;
  if (rest.length > 0) throw new OperatorError(USAGE);
  if (name !== undefined && (name.length > LONGEST_NAME || !/^[^\p{C}\s](?:[^\p{C}]*[^\p{C}\s])?$/u.test(name)))
    throw new OperatorError(`The name of a door is one line of at most ${LONGEST_NAME} characters`);
  if (!/^(?:1?\d|2[0-4])$/.test(hours) || Number(hours) === 0)
    throw new OperatorError('--hours must be a whole number from 1 to 24');
  return { action, name, hours: Number(hours) };
}

function parse(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { hours: { type: 'string', default: '12' } },
    });
    return { positionals, hours: values.hours };
  } catch {
    throw new OperatorError(USAGE);
  }
}

/** Formats a time in epoch milliseconds in the time zone of the cinema: `5 Mar, 20:35`. */
function timeText(time: number, { zone }: ServerConfig): string {
  const options = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(time);
}

/** Logs in the format of the servers' audit log, on standard error, so that the link alone is on standard output. */
function writeLog(audit: 'door_opened' | 'door_closed', door: string): void {
  process.stderr.write(`${JSON.stringify({ level: 30, time: Date.now(), audit, door, msg: 'door' })}\n`);
}
