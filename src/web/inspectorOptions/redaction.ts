import * as v from 'valibot';
import { createPlaceholders, type Placeholders, type TextRule } from 'xstate-visit';
import { matchPath } from 'react-router-dom';
import { movieSchema } from '#contract/movie.ts';
import { showtimeDateSchema, showtimeTimeSchema } from '#contract/showtime.ts';
import { basePath, languageAt, pathWithin } from '#domain/languages.ts';
import { readBeside } from '#domain/invitation.ts';
import { isHoldCode } from '#domain/sharedSeats.ts';
import { errorCodes } from '#contract/problem.ts';
import { readAdmissionCode } from '#domain/admissionCode.ts';
import { sightOf } from '#domain/door.ts';
import { isDoor } from '#domain/doorPath.ts';
import { PATHS, ticketPath } from '#domain/paths.ts';
import { readWrittenAmount } from '#domain/writtenAmount.ts';

/** The maximum lengths of a name and of a password (section 9). */
const LIMITS = [80, 128];

/** An identifier of the code: an event's type, a state, a field's name. */
const isWord = (text: string) => /^[\w.:$-]{1,80}$/.test(text);
const isNumber = (text: string) => text.trim() === '' || /^-?[\d.,]{1,15}$/.test(text.trim());
const isAmountOf = (type: unknown, text: string) =>
  (type === 'amount.change' && isNumber(text)) || (type === 'amount.paste' && !Number.isNaN(readWrittenAmount(text)));
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(text);
const isDate = (text: string) => v.is(showtimeDateSchema, text);
const isTime = (text: string) => v.is(showtimeTimeSchema, text);
/** Whether a text may be the code of shared seats, with which anybody could buy them. One error code has the same length. */
const isSecretCode = (text: string) => isHoldCode(text) && !v.is(v.picklist(errorCodes), text);
/** The codes of one word that the client itself gives to failures and toasts. Other words can be the code of a ticket. */
const CLIENT_CODES = ['abandoned', 'bought', 'cancelled', 'unexpected', 'unreachable', 'unreadable', 'withdrawn'];
/** Whether a text is the code of a failure or of a toast. */
const isOwnCode = (text: string) =>
  v.is(v.picklist([...errorCodes, ...CLIENT_CODES]), text) || /^[a-z]+(?:_[a-z]+)+$/.test(text);
/** Whether a text may be the admission code of a ticket. */
const isTicketCode = (text: string) => readAdmissionCode(text) !== undefined;
const isPublic = () => true;
const isOfMovie = (_: string, within: object) => v.is(movieSchema, within);

/** The keys whose texts may be recorded, each with the check that a text must pass. Every other text becomes a placeholder. */
const WRITABLE: Readonly<Record<string, (text: string, within: object) => boolean>> = {
  ...Object.fromEntries(v.keyof(movieSchema).options.map((key) => [key, isOfMovie])),
  ...Object.fromEntries(
    [
      'type',
      'kind',
      'status',
      'field',
      'touched',
      'theme',
      'view',
      'remembered',
      'src',
      'systemId',
      'machine',
      'placement',
      'outcome',
      'afterSuccess',
      'brokenRule',
      'reason',
      'page',
      'section',
      'personal',
      'wish',
    ].map((key) => [key, isWord]),
  ),
  code: (text) => isOwnCode(text) && !isSecretCode(text),
  answer: (text) => isWord(text) && !isTicketCode(text),
  zone: (text) => /^[\w+/-]{1,60}$/.test(text),
  viewer: (text) => text === 'awaited',
  title: isPublic,
  route: isPublic,
  movieTitle: isPublic,
  moviePoster: (text) => /^\/posters\/[\w.-]+$/.test(text),
  date: isDate,
  showtimeDate: isDate,
  time: isTime,
  showtimeTime: isTime,
  startsAt: isInstant,
  bookingTime: isInstant,
  admittedAt: isInstant,
  endsAt: isInstant,
  opensAt: isInstant,
  at: isInstant,
  age: isNumber,
  amountText: isNumber,
  text: (text, within) => 'type' in within && isAmountOf(within.type, text),
};

const ADDRESSES = new Set(['path', 'pathname', 'returnPath', 'exit', 'to']);

const CODES = new Set(['shareCode']);

/** The events that carry what a camera or a person read from a ticket. */
const SIGHTS = new Set<unknown>(['code.read', 'code.submit']);

/** Creates the redaction of recordings. It replaces every text unless the text is known to be public. */
export function createRedaction(): {
  readonly text: TextRule;
  readonly address: (location: Pick<Location, 'pathname' | 'search'>) => string;
} {
  const placeholders = createPlaceholders(LIMITS);
  return {
    text: (text, key, within) => {
      if (key === 'search') return searchWith(text, placeholders);
      if (CODES.has(key) && isSecretCode(text)) return codeFor(text, placeholders);
      if (ADDRESSES.has(key)) return addressWith(text, placeholders);
      if (key === 'sight' || (key === 'text' && 'type' in within && SIGHTS.has(within.type))) {
        return sightFor(text, placeholders);
      }
      if (key === 'code' && isTicketCode(text)) return sightFor(text, placeholders);
      if (Object.hasOwn(WRITABLE, key) && WRITABLE[key]?.(text, within) === true) return text;
      // The result of an effect can be a code alone.
      return isSecretCode(text) ? codeFor(text, placeholders) : placeholders(text, key);
    },
    address: ({ pathname, search }) =>
      basePath(languageAt(pathname)) + pathWith(pathWithin(pathname), placeholders) + searchWith(search, placeholders),
  };
}

/** A placeholder that also has the form of a code, so that a replay follows it. */
function codeFor(code: string, placeholders: Placeholders): string {
  return placeholders(code, 'code').padEnd(code.length, 'x').slice(0, code.length);
}

/** A placeholder for what was read from a ticket, in the form in which the door compares it. A code gets one with the form of a code. */
function sightFor(text: string, placeholders: Placeholders): string {
  const sight = sightOf(text);
  const placeholder = placeholders(sight, 'text');
  return isTicketCode(sight) ? placeholder.replaceAll(/\D/g, '').padStart(sight.length, '0') : placeholder;
}

function addressWith(address: string, placeholders: Placeholders): string {
  const [, pathname = '', search = ''] = /^([^?#]*)([^#]*)/.exec(address) ?? [];
  return pathWith(pathname, placeholders) + searchWith(search, placeholders);
}

function pathWith(pathname: string, placeholders: Placeholders): string {
  const ticketId = matchPath(PATHS.ticket, pathname)?.params.ticketId;
  if (ticketId !== undefined) return ticketPath(placeholders(ticketId, 'id'));
  const isKnown = isDoor(pathname) || Object.values(PATHS).some((path) => matchPath(path, pathname) !== null);
  return isKnown ? pathname : '/no-such-page';
}

function searchWith(search: string, placeholders: Placeholders): string {
  const query = [...new URLSearchParams(search)].flatMap(([key, value]): [string, string][] => {
    if ((key === 'date' && isDate(value)) || (key === 'time' && isTime(value))) return [[key, value]];
    if (key === 'beside' && readBeside(value).length > 0) return [[key, value]];
    if (key === 'together' && isHoldCode(value)) return [[key, codeFor(value, placeholders)]];
    return key === 'search' ? [[key, placeholders(value, key)]] : [];
  });
  return query.length === 0 ? '' : `?${new URLSearchParams(query).toString().replaceAll('%2C', ',')}`;
}
