import { resolve } from 'node:path';
import * as v from 'valibot';
import { HOLD_LIMITS, type HoldLimits } from '#domain/heldSeats.ts';
import { DOOR_OPENS_MINUTES } from '#domain/showtimes.ts';
import { SEATS_IN_HALL } from '#domain/seats.ts';
import { withPasswordOf } from './db/databasePassword.ts';
import { readEnvFile } from './envFile.ts';
import { OperatorError } from './errors.ts';
import { pathSchema } from './pathSchema.ts';
import { isAddressOrNetwork, NO_PROXIES, type TrustedProxies } from './addresses/trustedProxies.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const NO = new Set(['off', 'false', 'no']);
const YES = new Set(['on', 'true', 'yes']);
const PROXIES =
  'the addresses or networks of your proxies (10.0.0.2, 10.1.0.0/16), the length of the chain of proxies (1), or off';

const DAY_IN_MINUTES = 1440;

const ENV_FILE = '.env';
/** Variables in the same `.env` that only compose.yaml uses. */
const COMPOSE_VARIABLES = new Set(['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SERVER_PASSWORD', 'REPLICATION_PASSWORD']);

const environmentSchema = v.object({
  PORT: v.optional(portSchema('PORT'), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  METRICS_PORT: v.optional(portSchema('METRICS_PORT')),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(pathSchema('DATA_DIR'), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.check(isPostgresUrl, 'DATABASE_URL must read like postgres://user@host/database')),
  ),
  DATABASE_PASSWORD_FILE: v.optional(pathSchema('DATABASE_PASSWORD_FILE')),
  CATALOGUE: v.optional(pathSchema('CATALOGUE')),
  CINEMA_TIME_ZONE: v.optional(
    v.pipe(
      v.string(),
      v.transform(zoneNameOf),
      v.string('CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta'),
      // Calendar files need the name of the zone; an offset such as +07:00 is not a name (RFC 5545, 3.2.19).
      v.regex(/^[A-Z]/, 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta, not an offset such as +07:00'),
    ),
    'Asia/Jakarta',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.check(
        (text) => !YES.has(text),
        `TRUST_PROXY must not trust every client, because each could then fake its address: set it to ${PROXIES}`,
      ),
      v.transform(proxiesOf),
      v.check(
        (proxies) => typeof proxies === 'number' || proxies.every(isAddressOrNetwork),
        `TRUST_PROXY must be ${PROXIES}`,
      ),
    ),
    'off',
  ),
  HSTS_SUBDOMAINS: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.check((text) => YES.has(text) || NO.has(text), 'HSTS_SUBDOMAINS must be on or off'),
      v.transform((text) => YES.has(text)),
    ),
    'off',
  ),
  PUBLIC_ORIGIN: v.optional(
    v.pipe(
      v.string(),
      v.check(isOrigin, 'PUBLIC_ORIGIN must read like https://cinema.example, without a path'),
      v.transform((text) => new URL(text).origin),
    ),
  ),
  SECURITY_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:mailto:[^\s@]+@|https:\/\/|tel:\+)[^\s]+$/,
        'SECURITY_CONTACT must read like mailto:security@cinema.example or https://cinema.example/security',
      ),
    ),
  ),
  MAX_UNBACKED_SEATS: v.optional(seatsSchema('MAX_UNBACKED_SEATS'), String(HOLD_LIMITS.unbackedSeats)),
  MAX_HELD_SEATS_PER_ADDRESS: v.optional(seatsSchema('MAX_HELD_SEATS_PER_ADDRESS'), String(HOLD_LIMITS.seatsOfNetwork)),
  DOOR_OPENS_MINUTES: v.optional(wholeNumberSchema('DOOR_OPENS_MINUTES', DAY_IN_MINUTES), String(DOOR_OPENS_MINUTES)),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
});

export interface ServerConfig {
  readonly port: number;
  readonly host: string;
  /** The port on which Prometheus reads the metrics; undefined serves none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly cataloguePath: string | undefined;
  readonly zone: string;
  /** The proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: TrustedProxies;
  /** Whether browsers use HTTPS only for all subdomains, too, once a trusted proxy ends TLS. */
  readonly hstsSubdomains: boolean;
  /** The public origin of the product; undefined takes the origin of each request. */
  readonly publicOrigin: string | undefined;
  /** A URI to report vulnerabilities to; undefined serves no security.txt. */
  readonly securityContact: string | undefined;
  readonly holdLimits: HoldLimits;
  /** Minutes before the start of a screening from which its tickets are admitted. */
  readonly doorOpensMinutes: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/**
 * Reads the environment variables of this process and the `.env` in the working directory. Variables of the process take
 * precedence, even if they are empty. Warns about unknown names in `.env`. Throws an OperatorError that names the wrong variable
 * or line.
 */
export function readProcessEnvironment(): ServerConfig {
  const file = readEnvFile(ENV_FILE);
  const unknown = Object.keys(file).filter(
    (name) => !(name in environmentSchema.entries || COMPOSE_VARIABLES.has(name)),
  );
  if (unknown.length > 0)
    process.stderr.write(`${ENV_FILE} sets ${unknown.join(', ')}, which Nobar Now does not read\n`);
  return readEnvironment({ ...file, ...process.env });
}

/** Parses environment variables. An empty one counts as not set. Throws an OperatorError that names the wrong variable. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): ServerConfig {
  const filled = Object.fromEntries(
    Object.entries(variables)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = v.safeParse(environmentSchema, filled, { abortEarly: true });
  if (!result.success) throw new OperatorError(result.issues[0].message);
  const { DATABASE_PASSWORD_FILE: passwordFile, ...read } = result.output;
  return {
    port: read.PORT,
    host: read.HOST,
    metricsPort: read.METRICS_PORT,
    metricsHost: read.METRICS_HOST,
    dataDirectory: resolve(read.DATA_DIR),
    databaseUrl: passwordFile === undefined ? read.DATABASE_URL : withPasswordOf(passwordFile, read.DATABASE_URL),
    cataloguePath: read.CATALOGUE,
    zone: read.CINEMA_TIME_ZONE,
    trustProxy: read.TRUST_PROXY,
    hstsSubdomains: read.HSTS_SUBDOMAINS,
    publicOrigin: read.PUBLIC_ORIGIN,
    securityContact: read.SECURITY_CONTACT,
    holdLimits: { unbackedSeats: read.MAX_UNBACKED_SEATS, seatsOfNetwork: read.MAX_HELD_SEATS_PER_ADDRESS },
    doorOpensMinutes: read.DOOR_OPENS_MINUTES,
    logLevel: read.LOG_LEVEL,
  };
}

function portSchema(name: string) {
  return wholeNumberSchema(name, 65_535);
}

/** A number of seats of one hall. */
function seatsSchema(name: string) {
  return wholeNumberSchema(name, SEATS_IN_HALL);
}

function wholeNumberSchema(name: string, maximum: number) {
  const message = `${name} must be a whole number from 0 to ${maximum}`;
  return v.pipe(v.string(), v.regex(/^\d{1,5}$/, message), v.transform(Number), v.maxValue(maximum, message));
}

function proxiesOf(text: string): TrustedProxies {
  if (NO.has(text)) return NO_PROXIES;
  return /^\d{1,2}$/.test(text) ? Number(text) : text.split(',').map((each) => each.trim());
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? '');
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** The canonical name of a time zone, such as Asia/Jakarta for asia/jakarta; undefined when there is no such zone. */
function zoneNameOf(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
