import type { CDPSession, Page } from 'playwright-core';
import { textsOf } from '../fixtures/texts.ts';
import { offeredDates } from '#domain/calendar.ts';
import { CINEMA_ZONE } from './showtimes.ts';

type Node = Awaited<ReturnType<typeof readNodes>>[number];

/** Roles without semantics: their elements are replaced by their children. */
const TRANSPARENT = new Set(['none', 'generic', 'LabelText', 'RootWebArea']);
/** Roles that only repeat parts of a text. */
const REPEATED = new Set(['InlineTextBox', 'ListMarker']);

/** The properties that assistive technology announces, in the order in which a line shows them. */
const ANNOUNCED = [
  'roledescription',
  'level',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'disabled',
  'busy',
  'required',
  'readonly',
  'invalid',
  'hasPopup',
  'live',
  'focused',
];
/** Also announced when false, because they tell a switch or a disclosure from a plain element. */
const ANNOUNCED_WHEN_FALSE = new Set(['checked', 'pressed', 'selected', 'expanded']);
/** Roles whose name or value is read, but not their content. */
const READ_BY_NAME = new Set(['textbox', 'searchbox', 'spinbutton', 'button', 'link']);
/** Roles whose name repeats their content. */
const NAMED_BY_CONTENT = new Set(['row', 'gridcell', 'rowheader']);

/** Abbreviated or spelled-out weekdays, and abbreviated months, in both languages. */
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Sen|Sel|Rab|Kam|Jum|Sab|Min)[a-z]*';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Mei|Jun|Jul|Aug|Agu|Sep|Oct|Okt|Nov|Dec|Des)';

/** Texts that differ from run to run, and their placeholders. The dates on offer already have placeholders. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>'],
  [/…[0-9a-f]{8}/g, '…<id>'],
  ...Object.values(textsOf).flatMap(({ holds: { heldCountdown, keptCountdown } }) =>
    [heldCountdown, keptCountdown].map((countdown) => {
      const words = countdown(0).replace(/\d+:\d\d/, '');
      return [new RegExp(`${words}\\d+:\\d\\d`, 'g'), `${words}<minutes>:<seconds>`] as const;
    }),
  ),
  [/together=[\w-]{22}/g, 'together=<code>'],
  [/startsAt=[\dT:.-]+Z/g, 'startsAt=<instant>'],
  [/"[\dA-Z]{5}(?: [\dA-Z]{5}){3}"/g, '"<code>"'],
  [new RegExp(`${WEEKDAY}, (<day \\d>) \\d{4}`, 'g'), '<weekday>, $1 <year>'],
  [new RegExp(`${WEEKDAY} (?=<day)`, 'g'), '<weekday> '],
  [new RegExp(`(?:<day \\d>|\\d\\d ${MONTH}) \\d{4}, \\d\\d\\.\\d\\d`, 'g'), '<date>, <time>'],
];

/** The parts of a screen that its tree contains besides the page itself. */
interface Shown {
  /** The top bar, the footer and the link to the content, which surround every page. */
  readonly withFrame: boolean;
  readonly withToasts: boolean;
}

/**
 * The lines of the accessibility tree that Chromium hands to assistive technology, one line per element: role, name, properties, value,
 * URL and description. Playwright's aria snapshots have no descriptions, live regions, focus or invalid fields.
 */
export async function spokenTree(page: Page, { withFrame, withToasts }: Shown): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const all = await readNodes(session);
  await session.detach();
  const nodes = all.filter((node) => (withToasts || !isToasts(node)) && (withFrame || !isFrame(node)));
  const [root] = nodes;
  if (root === undefined) throw new Error('Chromium has no accessibility tree of the page');
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = [`page "${nameOf(root)}"`, ...linesWithin(root, known)];
  return stable(lines.join('\n').replaceAll(new URL(page.url()).origin, '')).split('\n');
}

/** Reads the nodes and adds `aria-current` and `href`, which Chromium's tree omits, for example on links in a menu. */
async function readNodes(session: CDPSession) {
  const [{ nodes }, { root }] = await Promise.all([
    session.send('Accessibility.getFullAXTree'),
    session.send('DOM.getDocument', { depth: -1 }),
  ]);
  const attributesOf = new Map(elementsIn(root).map(({ backendNodeId, attributes }) => [backendNodeId, attributes]));
  return nodes.map((node) => {
    const attributes = attributesOf.get(node.backendDOMNodeId ?? -1) ?? [];
    const valueOf = (name: string) =>
      attributes.includes(name) ? attributes[attributes.indexOf(name) + 1] : undefined;
    return Object.assign(node, { current: valueOf('aria-current'), href: valueOf('href') });
  });
}

interface DomNode {
  readonly backendNodeId: number;
  /** Alternating names and values. */
  readonly attributes?: string[];
  readonly children?: DomNode[];
}

function elementsIn(node: DomNode): DomNode[] {
  return [node, ...(node.children ?? []).flatMap(elementsIn)];
}

function linesWithin({ childIds = [] }: Node, known: ReadonlyMap<string, Node>): string[] {
  return childIds.flatMap((id) => {
    const child = known.get(id);
    return child === undefined || REPEATED.has(roleOf(child)) || comesAndGoes(child, known)
      ? []
      : linesOf(child, known);
  });
}

function linesOf(node: Node, known: ReadonlyMap<string, Node>): string[] {
  const within = linesWithin(node, known);
  const words = wordsOf(node);
  const role = roleOf(node);
  if (node.ignored || (TRANSPARENT.has(role) && words.length === 0)) return within;
  const name = NAMED_BY_CONTENT.has(role) ? '' : nameOf(node);
  if (role === 'StaticText') return name === '' ? [] : [`- text "${name}"`];
  const line = `- ${[role, ...(name === '' ? [] : [`"${name}"`]), ...words].join(' ')}`;
  const [only] = within;
  if (READ_BY_NAME.has(role) || repeats(within, name)) return [line];
  if (within.length === 1 && only !== undefined) return [`${line}: ${only.slice(2)}`];
  return [line, ...within.map((each) => `  ${each}`)];
}

/** Whether the content of an element equals its name. */
function repeats(lines: readonly string[], name: string): boolean {
  const texts = lines.map((line) => /^- text "(.*)"$/s.exec(line)?.[1]);
  return !texts.includes(undefined) && texts.join('').replaceAll(/\s/g, '') === name.replaceAll(/\s/g, '');
}

function wordsOf({ role, properties = [], value, description, href, current }: Node): string[] {
  const values = new Map<string, string>(properties.map((each) => [each.name, String(each.value.value)]));
  const words = ANNOUNCED.flatMap((name) => {
    const announced = values.get(name);
    const isOff = announced === 'false' && !ANNOUNCED_WHEN_FALSE.has(name);
    if (announced === undefined || isOff || (name === 'live' && announced === 'off')) return [];
    if (name === 'level' && role?.value !== 'heading') return [];
    return announced === 'true' || (announced === '1' && name === 'busy') ? [`[${name}]`] : [`[${name}=${announced}]`];
  });
  // `disabled` removes a control from the tab order, `aria-disabled` does not.
  const isReachable = words.includes('[disabled]') && values.get('focusable') === 'true';
  return [
    ...words,
    ...(isReachable ? ['[focusable]'] : []),
    ...(current === undefined ? [] : [`[current=${current}]`]),
    ...(value === undefined ? [] : [`value "${String(value.value)}"`]),
    ...(href === undefined ? [] : [`-> ${href}`]),
    ...(description === undefined ? [] : [`described as "${String(description.value)}"`]),
  ];
}

const REGIONS_OF_TOASTS = new Set(
  Object.values(textsOf).flatMap(({ toasts: { regionName } }) => [regionName('top-right'), regionName('bottom-left')]),
);
const SKIP_LINKS = new Set(Object.values(textsOf).map(({ shell }) => shell.skipToContent));
const ANNOUNCED_TOASTS = Object.values(textsOf).map(({ toasts }) => `- text "${toasts.notification}`);

/** Toasts close by themselves, at a time that depends on the speed of the machine. */
function isToasts(node: Node): boolean {
  return roleOf(node) === 'region' && REGIONS_OF_TOASTS.has(nameOf(node));
}

function isFrame(node: Node): boolean {
  return ['banner', 'contentinfo'].includes(roleOf(node)) || SKIP_LINKS.has(nameOf(node));
}

/** Radix announces a toast in an element that it removes after a second. */
function comesAndGoes(node: Node, known: ReadonlyMap<string, Node>): boolean {
  return (
    roleOf(node) === 'status' &&
    linesWithin(node, known).some((line) => ANNOUNCED_TOASTS.some((start) => line.startsWith(start)))
  );
}

function roleOf({ role }: Node): string {
  return String(role?.value ?? 'none');
}

function nameOf({ name }: Node): string {
  return String(name?.value ?? '').trim();
}

function stable(text: string): string {
  const numbered = offeredDates(Date.now(), CINEMA_ZONE).reduce((before, date, index) => {
    const [day = '', month = ''] = date.split(' ');
    const translated = textsOf.id.dates.shortDate(date).split(' ')[1] ?? '';
    const anyEncoding = new RegExp(`${day}(?: |\\+|%20)(?:${month}|${translated})`, 'g');
    return before.replaceAll(anyEncoding, `<day ${index + 1}>`);
  }, text);
  const constant = VOLATILE.reduce(
    (before, [pattern, placeholder]) => before.replaceAll(pattern, placeholder),
    numbered,
  );
  // A carousel starts at a random slide and announces it in its status element.
  return constant.replaceAll(/(?<=- status \[live=polite\]: text ")(.*)(?=")/g, (said) =>
    constant.includes(`listitem "${said}, `) ? '<slide>' : said,
  );
}
