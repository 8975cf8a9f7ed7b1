import * as v from 'valibot';
import { withPasswordOf } from './db/databasePassword.ts';
import { readEnvFile } from './envFile.ts';
import { OperatorError } from './errors/operatorError.ts';
import { isAddressOrNetwork, NO_PROXIES, type TrustedProxies } from './addresses/trustedProxies.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const NO = new Set(['off', 'false', 'no']);
const EVERYBODY = new Set(['on', 'true', 'yes']);
const PROXIES =
  'the addresses or networks of your proxies (10.0.0.2, 10.1.0.0/16), how many stand in a row (1), or off';

const ENV_FILE = '.env';
/** Variables of the same `.env` that only compose.yaml reads. */
const COMPOSE_VARIABLES = new Set(['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'SERVER_PASSWORD']);

const environmentSchema = v.object({
  PORT: v.optional(portSchema('PORT'), '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  METRICS_PORT: v.optional(portSchema('METRICS_PORT')),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), './data'),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.check(isPostgresUrl, 'DATABASE_URL must read like postgres://user@host/database')),
  ),
  DATABASE_PASSWORD_FILE: v.optional(v.string()),
  CATALOGUE: v.optional(v.string()),
  CINEMA_TIME_ZONE: v.optional(
    v.pipe(
      v.string(),
      v.transform(zoneNameOf),
      v.string('CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta'),
      // Calendar files name the zone, and an offset such as +07:00 is no name there (RFC 5545, 3.2.19).
      v.regex(/^[A-Z]/, 'CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta, not an offset such as +07:00'),
    ),
    'Asia/Jakarta',
  ),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.string(),
      v.toLowerCase(),
      v.check(
        (text) => !EVERYBODY.has(text),
        `TRUST_PROXY must not believe everybody, who could then pretend any address: write ${PROXIES}`,
      ),
      v.transform(proxiesOf),
      v.check(
        (proxies) => typeof proxies === 'number' || proxies.every(isAddressOrNetwork),
        `TRUST_PROXY must be ${PROXIES}`,
      ),
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
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
});

export interface Environment {
  readonly port: number;
  readonly host: string;
  /** The port on which Prometheus reads the metrics; undefined serves none. */
  readonly metricsPort: number | undefined;
  readonly metricsHost: string;
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly cataloguePath: string | undefined;
  readonly zone: string;
  /** The proxies in front, whose word about the caller's address is taken. */
  readonly trustProxy: TrustedProxies;
  /** The address that the product is known by, as an origin; undefined takes each request's own. */
  readonly publicOrigin: string | undefined;
  /** Where a weakness is told, as a URI; undefined serves no security.txt. */
  readonly securityContact: string | undefined;
  readonly logLevel: (typeof LOG_LEVELS)[number];
}

/**
 * Reads the environment of this process. Its variables win over those of `.env` in the working directory, also when they are
 * empty. Throws an OperatorError that names the wrong variable or line.
 */
export function readProcessEnvironment(): Environment {
  const file = readEnvFile(ENV_FILE);
  const unknown = Object.keys(file).filter(
    (name) => !(name in environmentSchema.entries || COMPOSE_VARIABLES.has(name)),
  );
  if (unknown.length > 0)
    process.stderr.write(`${ENV_FILE} sets ${unknown.join(', ')}, which Nobar Now does not read\n`);
  return readEnvironment({ ...file, ...process.env });
}

/** Parses the environment variables; an empty one counts as not set. Throws an OperatorError that names the wrong one. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
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
    dataDirectory: read.DATA_DIR,
    databaseUrl: passwordFile === undefined ? read.DATABASE_URL : withPasswordOf(passwordFile, read.DATABASE_URL),
    cataloguePath: read.CATALOGUE,
    zone: read.CINEMA_TIME_ZONE,
    trustProxy: read.TRUST_PROXY,
    publicOrigin: read.PUBLIC_ORIGIN,
    securityContact: read.SECURITY_CONTACT,
    logLevel: read.LOG_LEVEL,
  };
}

function portSchema(name: string) {
  const message = `${name} must be a whole number from 0 to 65535`;
  return v.pipe(v.string(), v.regex(/^\d{1,5}$/, message), v.transform(Number), v.maxValue(65_535, message));
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
