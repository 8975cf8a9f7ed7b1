import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { loadMachines } from '../src/tooling/loadMachines.ts';

const root = join(import.meta.dirname, '..');
const machinesPage = 'machines/README.md';
const otherPages = globSync('{README.md,tests/*.md,src/*/*.md,{src,machines,tests}/**/*.{ts,tsx}}', { cwd: root });

/** Other words between backticks in machines/README.md: terms of XState, of diagrams and URLs, and functions next to a machine. */
const OTHER_WORDS = new Set(
  (
    'always can description emit error hasTag matches navigate params sendTo setup ' +
    'date time actorOf canSelectSeat environmentOf system done: error:'
  ).split(' '),
);

const machines = [...(await loadMachines()).values()];
const events = new Set(machines.flatMap((machine) => machine.events.filter((event) => !event.startsWith('xstate.'))));
const states = machines.flatMap((machine) => getStateNodes(machine));
const paths = new Set(states.map(({ path }) => path.join('.')));
const names = new Set([
  ...machines.map(({ id }) => id),
  ...states.map(({ key }) => key),
  ...states.flatMap(({ tags }) => tags),
  ...machines.flatMap(({ implementations: { guards, actions, actors, delays } }) =>
    [guards, actions, actors, delays].flatMap((named) => Object.keys(named)),
  ),
]);

describe('house style: the guides name existing parts of the machines', () => {
  test('machines/README.md names only existing events, guards, actions, actors, delays, states and tags', () => {
    expect(namesIn(read(machinesPage)).length).toBeGreaterThan(20);
    expect(strangers(read(machinesPage))).toEqual([]);
  });

  test('names of events in other guides and in comments exist', () => {
    const beginnings = new Set([...events].map((event) => event.split('.')[0]));
    const lost = otherPages.flatMap((path) =>
      namesIn(path.endsWith('.md') ? read(path) : commentsOf(read(path)))
        .filter((name) => /^[a-z]\w*\.[a-z]\w*$/i.test(name) && beginnings.has(name.split('.')[0]))
        .filter((name) => !events.has(name) && !paths.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(lost).toEqual([]);
  });

  test.each([
    ['an event', '`seats.gone`', ['seats.gone']],
    ['its guard', '`seat.toggle [isBeyondTheHall]`', ['isBeyondTheHall']],
    ['an action', '`/ storeMovies, storeNothing`', ['storeNothing']],
    ['an event that is emitted', '`emit(auth.forbidden)`', ['auth.forbidden']],
    ['an actor', '`loadNothing done`', ['loadNothing']],
    ['a delay', '`after noDelay (...)`', ['noDelay']],
    ['a tag', '`#nothing`', ['nothing']],
    ['a state', '`choosingNothing`', ['choosingNothing']],
  ])('the check reports %s that no machine has', (_, text, lost) => {
    expect(strangers(text)).toEqual(lost);
  });
});

function strangers(text: string): string[] {
  return namesIn(text).filter((name) => !(events.has(name) || names.has(name) || OTHER_WORDS.has(name)));
}

/** The names between backticks in a text. Skips commands, paths and code. */
function namesIn(text: string): string[] {
  const quoted = [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
  return quoted.flatMap((each) => {
    const [, bare = each] = /^(?:\/ |after |#)?(.*?)(?: done| \(\.\.\.\))?$/.exec(each) ?? [];
    const parts = bare.split(/, | \[(?!else )|[\]()]/).filter((part) => part !== '');
    return parts.every(isName) ? parts : [];
  });
}

/** True for `seat.toggle` and `choosingSeats`, false for `money.ts`. */
function isName(text: string): boolean {
  return /^[a-z][A-Za-z]*(?:\.[a-z][A-Za-z]+)?$/.test(text) && !/\.(?:css|json|md|sql|svg|ts|tsx|yaml)$/.test(text);
}

function commentsOf(source: string): string {
  return [...source.matchAll(/\/\*\*[^]*?\*\/|^\s*\/\/.*$/gm)].join('\n');
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
