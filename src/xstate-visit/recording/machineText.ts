import { StateMachine, type AnyStateMachine } from 'xstate';
import { isLogic, partsOfBuiltIn, reducerOf } from '../xstateInternals.ts';
import { isObject } from './plainData.ts';
import { textHash } from './placeholders.ts';

/** The texts that the author of a machine has written. */
export interface MachineText {
  /** All texts of the machine: event types, states, names, and literals in its functions. */
  readonly words: ReadonlySet<string>;
  readonly fingerprint: Fingerprint;
}

/** Hashes of a machine. Descriptions do not count. */
export interface Fingerprint {
  /** States, transitions and names. */
  readonly structure: string;
  /** The source text of guards, assignments, delays and other pure functions, named or inline. Actions with effects do not count. */
  readonly functions: string;
  /** The characters of the functions, and how many of them a minifier removes. A minified build has few of the latter. */
  readonly characters: number;
  readonly removable: number;
}

interface Parts {
  readonly words: Set<string>;
  readonly structure: unknown[];
  readonly functions: string[];
  /** The functions as they are. */
  readonly sources: string[];
}

const known = new WeakMap<AnyStateMachine, MachineText>();

export function textOfMachine(machine: AnyStateMachine): MachineText {
  const found = known.get(machine);
  if (found !== undefined) return found;
  const parts: Parts = { words: new Set(), structure: [], functions: [], sources: [] };
  const { guards, actions, delays, actors } = machine.implementations;
  read(machine.config, '', parts);
  for (const group of [guards, actions, delays, actors]) read(group, 'actions', { ...parts, structure: [] });
  const structure = textHash(JSON.stringify(parts.structure));
  const functions = textHash(parts.functions.toSorted().join('\n'));
  const source = parts.sources.join('');
  const removable = removableIn(source);
  const text = { words: parts.words, fingerprint: { structure, functions, characters: source.length, removable } };
  known.set(machine, text);
  return text;
}

/** The hash of the pure functions of an implementation; undefined for one without them, such as an action with an effect. */
export function hashOfFunctions(implementation: unknown, role: 'actions' | 'guards' | 'delays'): string | undefined {
  const parts: Parts = { words: new Set(), structure: [], functions: [], sources: [] };
  read(implementation, role, parts);
  const isPure = parts.functions.length > 0 || role !== 'actions';
  return isPure ? textHash(JSON.stringify([parts.structure, parts.functions])) : undefined;
}

/** Only this many parts of an object are read, because initial data can be large. */
const MANY = 1000;

/** The key of the initial data. */
const CONTEXT = 'context';

/** The keys of actions. A function there has effects, unless XState has made it. */
const ACTIONS = /^(?:actions|entry|exit)$/;

function read(value: unknown, role: string, parts: Parts): void {
  const { words, structure } = parts;
  if (typeof value === 'string') {
    words.add(value);
    // A text of the initial data can be drawn when the module loads, such as an id or the address of a file.
    structure.push(role === CONTEXT ? 'text' : value);
    return;
  }
  if (typeof value === 'function') return readFunction(value, role, parts);
  if (!isObject(value)) {
    if (isFresh(value)) structure.push('fresh');
    else structure.push(typeof value === 'bigint' || typeof value === 'symbol' ? String(value) : value);
    return;
  }
  if (value instanceof StateMachine) {
    structure.push('machine');
    return;
  }
  if (isLogic(value)) {
    structure.push('logic');
    const reducer = reducerOf(value);
    if (typeof reducer === 'function') readFunction(reducer, '', parts);
    return;
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
    read(item, ACTIONS.test(role) || role === CONTEXT ? role : key, parts);
  }
  structure.push('}');
}

/** Whether a value looks like a time or a random number. It differs whenever the module is loaded. */
function isFresh(value: unknown): boolean {
  return typeof value === 'number' && ((value > 1e12 && value < 1e13) || String(value).length > RANDOM_LENGTH);
}

/** Less than one in a million numbers of `Math.random` has at most this many characters. One in 1,350 has at most 15. */
const RANDOM_LENGTH = 12;

function readFunction(value: object, role: string, parts: Parts): void {
  parts.structure.push('function');
  const builtIn = partsOfBuiltIn(value);
  if (builtIn !== undefined) return read(builtIn, 'part', parts);
  const text = Function.prototype.toString.call(value);
  for (const word of literalsIn(text)) parts.words.add(word);
  if (ACTIONS.test(role)) return;
  parts.functions.push(withoutFormatting(text));
  parts.sources.push(text);
}

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\$]|\\.)*)`/g;
const KEY = /[A-Za-z_$][\w$]+(?=:)/g;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(),])\/\/[^\n]*/g;
const NUMBER = /(?<![\w$.])(?:0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)n?(?![\w$])/g;

/** The constant texts in the source of a function, and the keys of its objects, which can be a table of texts. */
function literalsIn(source: string): string[] {
  const literals = [...source.matchAll(LITERAL)].map(([, single, double, template]) =>
    unescaped(single ?? double ?? template ?? ''),
  );
  return [...literals, ...[...source.matchAll(KEY)].map(([key]) => key)];
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
      .replaceAll(LITERAL, (_, single, double, template) => unescaped(single ?? double ?? template))
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

function unescaped(text: unknown): string {
  return String(text).replaceAll(/\\(.)/g, '$1');
}
