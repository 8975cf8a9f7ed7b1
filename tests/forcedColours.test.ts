import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

/** A CSS rule of vanilla-extract: declarations, and other rules below `selectors` and `@media`. */
type Rule = Readonly<Record<string, unknown>>;

const ruleSchema = v.record(v.string(), v.unknown());
const printedSchema = v.pipe(v.string(), v.parseJson(), v.object({ selector: v.string(), rule: ruleSchema }));

/** The attributes and pseudo-classes of a control's state, as a selector tests them. */
const STATE =
  /\[(?:aria-(?:checked|current|disabled|expanded|invalid|pressed|selected)|data-(?:highlighted|state))[^\]]*\]|:(?:checked|disabled)\b/g;

/** Declarations without a visible effect under forced colours: the browser replaces colours and drops shadows. */
const INVISIBLE =
  /^(?:background\w*|border\w*Color|borderRadius|boxShadow|color|cursor|filter|fill|stroke|text\w*Color|transition)$/;

const FORCED = '(forced-colors: active)';

/** The states of a rule that are visible under forced colours, and those that only colours show. */
function statesIn(selector: string, rule: Rule): { readonly seen: string[]; readonly coloured: string[] } {
  const seen: string[] = [];
  const coloured: string[] = [];
  const read = (at: string, declared: Rule, isForced: boolean) => {
    const names = Object.keys(declared).filter((name) => !/^(?:selectors|@.*)$/.test(name));
    const isSeen = isForced ? names.length > 0 : names.some((name) => !INVISIBLE.test(name));
    (isSeen ? seen : coloured).push(...(names.length > 0 ? controlsIn(at, selector) : []));
    for (const [query, nested] of entriesOf(declared['@media'])) read(at, nested, isForced || query === FORCED);
    for (const [inner, nested] of entriesOf(declared['selectors'])) read(inner, nested, isForced);
  };
  read(selector, rule, false);
  return { seen, coloured };
}

/** Each control of a selector with its state: `a[aria-current] span` and `&:has(:checked)` name `a[aria-current]` and `&:checked`. */
function controlsIn(selector: string, self: string): string[] {
  return selector
    .replaceAll('&', self)
    .replaceAll(/:not\([^)]*\)/g, '')
    .split(/,(?![^(]*\))/)
    .flatMap((each) =>
      (each.match(STATE) ?? []).map((state) => `${each.trim().split(/[[:\s]/)[0]}${state.replaceAll("'", '"')}`),
    );
}

function entriesOf(rules: unknown): [string, Rule][] {
  return Object.entries(v.parse(v.optional(v.record(v.string(), ruleSchema), {}), rules));
}

function onlyColoured(rules: readonly { readonly selector: string; readonly rule: Rule }[]): string[] {
  const states = rules.map(({ selector, rule }) => statesIn(selector, rule));
  const seen = new Set(states.flatMap((each) => each.seen));
  return [...new Set(states.flatMap((each) => each.coloured))].filter((state) => !seen.has(state));
}

describe('section 9: the state of a control under forced colours', () => {
  test('each state that colours show is visible without them', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [`${import.meta.dirname}/styleRules.ts`]);
    const rules = stdout
      .trim()
      .split('\n')
      .map((line) => v.parse(printedSchema, line));
    expect(rules.flatMap(({ selector, rule }) => statesIn(selector, rule).seen).length).toBeGreaterThan(10);
    expect(onlyColoured(rules), 'add a rule for media.forcedColours, or more than a colour').toEqual([]);
  });

  test('the check finds a state that only a colour shows, on the control or on a part of it', () => {
    const pressed = { background: 'red' };
    const forced = { '@media': { [FORCED]: { background: 'Highlight' } } };
    expect(
      onlyColoured([
        { selector: 'a', rule: { selectors: { '&[aria-pressed="true"]': pressed } } },
        { selector: 'b', rule: { selectors: { '&:has(:checked)': { ...pressed, ...forced } } } },
        { selector: 'c', rule: { selectors: { 'd[aria-checked="true"] &': pressed } } },
        { selector: 'e', rule: { selectors: { '&[aria-current]': { ...pressed, outline: '1px solid' } } } },
      ]),
    ).toEqual(['a[aria-pressed="true"]', 'd[aria-checked="true"]']);
  });
});
