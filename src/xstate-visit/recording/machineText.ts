import { StateMachine, type AnyStateMachine } from 'xstate';
import { isLogic, partsOfBuiltIn, reducerOf } from '../xstateInternals.ts';
import { asObject, isObject } from './plainData.ts';
import { textHash } from './placeholders.ts';

/** The texts that the author of a machine has written. */
export interface MachineText {
  /** All texts of the machine: event types, states, names, and literals in its functions. */
  readonly words: ReadonlySet<string>;
  readonly fingerprint: Fingerprint;
}

/** The parts of a machine: its states, and the events that they handle. Descriptions do not count. */
export interface Fingerprint {
  /** The hashes of each part, by its name. The implementations of `setup` belong to each part that names them. */
  readonly parts: Readonly<Record<string, PartHashes>>;
  /** The characters of the pure functions, and how many of them a minifier removes. A minified build has few of the latter. */
  readonly characters: number;
  readonly removable: number;
}

/** The hashes of a part; empty for one without functions or effects. */
export interface PartHashes {
  readonly structure: string;
  /** Guards, assignments, delays and other pure functions. */
  readonly functions: string;
  /** Actions with effects. */
  readonly effects: string;
}

/** The name of a part: a state by its path, such as `pot.heating`, or an event that the state handles. The machine has an empty path. */
export function partName(path: string, event?: string): string {
  if (event === undefined) return path;
  return path === '' ? `on ${event}` : `${path} on ${event}`;
}

/** A hash of a part's name: a recording has no room for the names. */
export function partKey(name: string): string {
  return textHash(name).slice(-KEY);
}

/** The hashes of all parts as one text, for a recording. */
export function partsText(parts: Fingerprint['parts']): string {
  return Object.entries(parts)
    .map(
      ([name, { structure, functions, effects }]) =>
        partKey(name) + [structure, functions, effects].join('.').replace(/\.+$/, ''),
    )
    .join(' ');
}

/** The hashes of the parts in such a text, by their keys. */
export function partsIn(text: string): ReadonlyMap<string, PartHashes> {
  return new Map(
    text.split(' ').map((part) => {
      const [structure = '', functions = '', effects = ''] = part.slice(KEY).split('.');
      return [part.slice(0, KEY), { structure, functions, effects }];
    }),
  );
}

/** A machine of 100 parts has two with the same key once in ten thousand times. */
const KEY = 5;
/** Two texts have the same hash once in a million times. */
const HASH = 4;

interface Reading {
  readonly words: Set<string>;
  readonly structure: unknown[];
  /** Guards, assignments, delays and other pure functions. */
  readonly functions: string[];
  readonly effects: string[];
  /** The pure functions as they are. */
  readonly sources: string[];
  /** The implementations of `setup` that have not been read for this part. */
  readonly named: Map<string, readonly Implementation[]>;
}

interface Implementation {
  readonly group: 'actions' | 'guards' | 'delays' | 'actors';
  readonly value: unknown;
}

const known = new WeakMap<AnyStateMachine, MachineText>();

export function textOfMachine(machine: AnyStateMachine): MachineText {
  const found = known.get(machine);
  if (found !== undefined) return found;
  const words = new Set<string>();
  const parts: Record<string, PartHashes> = {};
  const sources = new Set<string>();
  const named = implementationsOf(machine);

  function add(name: string, value: unknown, role: string) {
    const reading = readingOf(words, named);
    read(value, role, reading);
    for (const source of reading.sources) sources.add(source);
    parts[name] = {
      structure: hashOf(JSON.stringify(reading.structure)),
      functions: hashOf(reading.functions.join('\n')),
      effects: hashOf(reading.effects.join('\n')),
    };
  }

  function addState(config: object, path: string) {
    const { on, states, ...own } = fieldsOf(config);
    add(partName(path), own, '');
    for (const [event, transitions] of Object.entries(asObject(on))) {
      words.add(event);
      add(partName(path, event), transitions, event);
    }
    for (const [key, state] of Object.entries(asObject(states))) {
      words.add(key);
      addState(asObject(state), path === '' ? key : `${path}.${key}`);
    }
  }

  addState(machine.config, '');
  // A part can name an implementation in a text that it computes.
  for (const [name, implementations] of named) {
    words.add(name);
    for (const { group, value } of implementations) read(value, group, readingOf(words, new Map()));
  }
  for (const key of ['on', 'states']) words.add(key);
  const source = [...sources].join('');
  const removable = removableIn(source);
  const text = { words, fingerprint: { parts, characters: source.length, removable } };
  known.set(machine, text);
  return text;
}

function hashOf(text: string): string {
  return text === '' ? '' : textHash(text).slice(-HASH);
}

function readingOf(words: Set<string>, named: ReadonlyMap<string, readonly Implementation[]>): Reading {
  return { words, structure: [], functions: [], effects: [], sources: [], named: new Map(named) };
}

function implementationsOf({ implementations }: AnyStateMachine): ReadonlyMap<string, readonly Implementation[]> {
  const named = new Map<string, readonly Implementation[]>();
  for (const group of ['actions', 'guards', 'delays', 'actors'] as const) {
    for (const [name, value] of Object.entries<unknown>(implementations[group])) {
      named.set(name, [...(named.get(name) ?? []), { group, value }]);
    }
  }
  return named;
}

/** The hash of the pure functions of an implementation; undefined for one without them, such as an action with an effect. */
export function hashOfFunctions(implementation: unknown, role: 'actions' | 'guards' | 'delays'): string | undefined {
  const reading = readingOf(new Set(), new Map());
  read(implementation, role, reading);
  const isPure = reading.functions.length > 0 || role !== 'actions';
  return isPure ? textHash(JSON.stringify([reading.structure, reading.functions])) : undefined;
}

/** Only this many parts of an object are read, because initial data can be large. */
const MANY = 1000;

/** The key of the initial data. */
const CONTEXT = 'context';

/** The keys of actions. A function there has effects, unless XState has made it. */
const ACTIONS = /^(?:actions|entry|exit)$/;

function read(value: unknown, role: string, reading: Reading): void {
  const { words, structure } = reading;
  if (typeof value === 'string') {
    words.add(value);
    // A text of the initial data can be drawn when the module loads, such as an id or the address of a file.
    structure.push(role === CONTEXT ? 'text' : value);
    return readNamed(value, reading);
  }
  if (typeof value === 'function') return readFunction(value, role, reading);
  if (!isObject(value)) {
    if (isFresh(value)) structure.push('fresh');
    else structure.push(typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value);
    return;
  }
  if (value instanceof StateMachine) {
    structure.push('machine', value.id);
    return;
  }
  if (isLogic(value)) {
    structure.push('logic');
    return readReducer(value, reading);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) {
    structure.push(value.constructor.name);
    return;
  }
  structure.push('{');
  const entries = Object.entries(value).filter(([key]) => key !== 'description');
  structure.push(entries.length);
  for (const [key, item] of entries.slice(0, MANY)) {
    words.add(key);
    structure.push(key);
    // The delays of `after` are keys.
    readNamed(key, reading);
    read(item, (ACTIONS.test(role) && key !== 'params') || role === CONTEXT ? role : key, reading);
  }
  structure.push('}');
}

/** Reads the implementations of a name. */
function readNamed(name: string, reading: Reading): void {
  const implementations = reading.named.get(name) ?? [];
  reading.named.delete(name);
  for (const { group, value } of implementations) {
    if (group !== 'actors') read(value, group, reading);
    // An app can add actors while it runs. Their machines have fingerprints of their own.
    else if (isObject(value) && isLogic(value)) readReducer(value, reading);
  }
}

function readReducer(logic: object, reading: Reading): void {
  const reducer = reducerOf(logic);
  if (typeof reducer === 'function') readFunction(reducer, '', reading);
}

/** Whether a value looks like a time or a random number. It differs whenever the module is loaded. */
function isFresh(value: unknown): boolean {
  return typeof value === 'number' && ((value > 1e12 && value < 1e13) || String(value).length > RANDOM_LENGTH);
}

/** Less than one in a million numbers of `Math.random` has at most this many characters. One in 1,350 has at most 15. */
const RANDOM_LENGTH = 12;

function readFunction(value: object, role: string, reading: Reading): void {
  reading.structure.push('function');
  const builtIn = partsOfBuiltIn(value);
  if (builtIn !== undefined) return read(builtIn, 'part', reading);
  const text = Function.prototype.toString.call(value);
  const isEffect = ACTIONS.test(role);
  (isEffect ? reading.effects : reading.functions).push(withoutFormatting(text));
  if (!isEffect) reading.sources.push(text);
  for (const literal of literalsIn(text)) {
    reading.words.add(literal);
    readNamed(literal, reading);
  }
  // They name no implementation: a minifier turns `{ wish }` into `{ wish: e }`, and a build would have keys that its source lacks.
  for (const [key] of text.matchAll(OBJECT_KEY)) reading.words.add(key);
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`/g;
/** The keys of objects in a function, which can be a table of texts. */
const OBJECT_KEY = /[A-Za-z_$][\w$]+(?=:)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g;
const NUMBER = /(?<![\w$.])(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)n?(?![\w$])/g;

/** The constant texts in the source of a function. */
function literalsIn(source: string): string[] {
  return [...source.matchAll(LITERAL)].map(([, single, double, template]) =>
    unescaped(single ?? double ?? template ?? ''),
  );
}

/** Names of variables, which a minifier shortens. Not keys, properties, classes and objects such as `Math`. */
const VARIABLE = /(?<![\w$.])[a-z_$][\w$]*(?!\s*:|[\w$])/g;
const KEYWORD =
  /^(?:async|await|break|case|catch|const|else|false|finally|for|function|if|in|instanceof|let|new|null|of|return|switch|this|throw|true|try|typeof|undefined|var|void|while)$/;

/** Counts white space, and the letters of variables after the first. Some compilers remove white space only. */
function removableIn(source: string): number {
  const code = source.replaceAll(COMMENT, '').replaceAll(LITERAL, '');
  const names = [...code.matchAll(VARIABLE)].map(([name]) => name).filter((name) => !KEYWORD.test(name));
  return (code.match(/\s/g)?.length ?? 0) + names.reduce((letters, name) => letters + name.length - 1, 0);
}

/**
 * The source of a function without what compilers change: spaces, comments, quotes, parentheses, the form of numbers, and the names of
 * imports. A few changes of an author are lost, too: then nobody knows whether the function has changed.
 */
export function withoutFormatting(source: string): string {
  return (
    source
      .replaceAll(COMMENT, '')
      .replaceAll(LITERAL, (_, single, double, template) => encodedSigns(unescaped(single ?? double ?? template)))
      .replaceAll(NUMBER, (number) => (number.endsWith('n') ? number : String(Number(number.replaceAll('_', '')))))
      .replaceAll(/\s+|;/g, '')
      // An import, such as `(0, module.isOpen)(event)`.
      .replaceAll(/(?<![\w$)\]])\(0,(?:[\w$]+\.)+([\w$]+)\)/g, '$1')
      .replaceAll(/(?<![\w$)\]])\(0,([\w$]+)\)(?=\()/g, '$1')
      .replaceAll(/__\w+__\./g, '')
      .replaceAll(/,(?=[)}\]])/g, '')
      .replaceAll(/[()]/g, '')
  );
}

/** Encodes the signs of a text that would be formatting in code. */
function encodedSigns(text: string): string {
  return text.replaceAll(/[\s;,()]/g, (sign) => `%${sign.charCodeAt(0)}.`);
}

function fieldsOf(config: object): { readonly on?: unknown; readonly states?: unknown } {
  return config;
}

function unescaped(text: unknown): string {
  return String(text).replaceAll(/\\(.)/g, '$1');
}
