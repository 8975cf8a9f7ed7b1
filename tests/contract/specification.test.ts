import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { apiErrors, errorEntry } from '#contract/apiErrors.ts';
import { callNames, calls, errorsOf, isOfDoor, isPersonal, type Call } from '#contract/calls.ts';
import { errorCodes } from '#contract/problem.ts';

const specification = readFileSync(`${import.meta.dirname}/../specification.md`, 'utf8');

/** The rows of a section's table, as their cells. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = specification.split(`### ${heading}\n`);
  const lines =
    section
      .split(/\n#+ /)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? [];
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const quoted = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, text = '']) => text);

function tokenOf(call: Call): 'none' | 'door' | 'session' {
  if (isPersonal(call)) return 'session';
  return isOfDoor(call) ? 'door' : 'none';
}

describe('section 7: the table of calls', () => {
  const specified = tableUnder('Calls (ours)').flatMap(([names, who, answers = '']) => {
    const statuses = answers.match(/\b2\d\d\b/g) ?? [];
    return quoted(names).map((name, index) => {
      const status = Number(statuses[index] ?? statuses[0]);
      const token = who === undefined || who === 'anybody' ? 'none' : who.startsWith('door') ? 'door' : 'session';
      return [name, { token, status }] as const;
    });
  });

  test('lists every call but the feed with method, path, access and response status', () => {
    const real = callNames
      .map((name): Call => calls[name])
      .filter(({ kind }) => kind !== 'feed')
      .map((call) => [`${call.method} ${call.path}`, { token: tokenOf(call), status: call.status }] as const);
    expect(
      Object.fromEntries(real),
      'src/contract/calls.ts differs from the table “Calls (ours)” in section 7 of tests/specification.md',
    ).toEqual(Object.fromEntries(specified));
  });
});

describe('section 7: the table of errors', () => {
  const specified = Object.fromEntries(
    tableUnder('Answers (ours)').flatMap(([codes, status, , details]) =>
      quoted(codes).map((code) => [code, { status: Number(status), details: quoted(details) }]),
    ),
  );

  test('lists every code with its status and details', () => {
    expect(
      Object.fromEntries(
        errorCodes.map((code) => {
          const { status, details = [] } = errorEntry(code);
          return [code, { status, details }];
        }),
      ),
      'src/contract/apiErrors.ts differs from the table “Answers (ours)” in section 7 of tests/specification.md',
    ).toEqual(specified);
    expect(Object.keys(apiErrors).toSorted()).toEqual([...errorCodes].toSorted());
  });
});

describe('section 7: the errors of a call', () => {
  const always = ['internal', 'unavailable'];
  const withBody = ['invalid_request', 'payload_too_large', 'unsupported_media_type', ...always];

  test.each([
    ['reads nothing of the request', 'checkLife', always],
    ['reads a query', 'findBookedSeats', ['invalid_request', ...always]],
    ['reads what belongs to the user', 'readUser', ['unauthenticated', ...always]],
    ['has a body', 'signIn', withBody],
    ['changes something of the user', 'topUp', ['unauthenticated', 'too_many_attempts', ...withBody]],
    ['changes something at a door', 'admitTicket', ['too_many_attempts', ...withBody]],
    ['signs out, which has no limit', 'signOut', ['unauthenticated', ...withBody]],
  ] as const)('beside its own, those of every call that %s: %s', (_, name, codes) => {
    const call: Call = calls[name];
    expect(errorsOf(call).toSorted()).toEqual([...codes, ...call.errors].toSorted());
  });
});
