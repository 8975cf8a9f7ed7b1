import { groupBy } from '../recording/groupBy.ts';
import type { State, Transition } from './machineGraph.ts';

/** A line of text. `y` is the distance from the top of the block to the baseline, in pixels. */
export interface TextLine {
  readonly role: TextRole;
  readonly text: string;
  readonly y: number;
}

/** Lines of text with their size in pixels. */
export interface TextBlock {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
}

export type TextRole = keyof typeof lettering;

/** Font size and line height in pixels. */
export const lettering = {
  name: { size: 13, leading: 19 },
  description: { size: 11, leading: 15 },
  tags: { size: 10.5, leading: 15 },
  fact: { size: 10.5, leading: 16 },
  trigger: { size: 10.5, leading: 15 },
  actions: { size: 10.5, leading: 14 },
} as const;

/** Width of a letter relative to the font size. Names use a monospaced font; the font of descriptions is narrower. */
const LETTER_WIDTH = 0.61;
const DESCRIPTION_WIDTH = 0.55;
const STATE_WIDTH = 232;
const LABEL_WIDTH = 190;

type Paragraph = readonly [TextRole, string];

/** The text of a state, wrapped to `widest` pixels. It is the content of the state's box, or the heading of its frame. */
export function stateBlock(state: State, widest = STATE_WIDTH): TextBlock {
  const { key, description, tags, history, invokes, entry, exit } = state;
  return textBlock(
    [
      ['name', key],
      ...some('description', description),
      ...some('tags', tags.map((tag) => `#${tag}`).join(' ')),
      ...some('fact', history),
      ...some('fact', invokes.length === 0 ? '' : `invoke ${invokes.join(', ')}`),
      ...some('fact', actionsText('entry ', entry)),
      ...some('fact', actionsText('exit ', exit)),
      ...reactionTexts(state.transitions.filter(isReaction)),
    ],
    widest,
  );
}

/** The label of an arrow. Several transitions can share the arrow. */
export function arrowText(transitions: readonly Transition[]): TextBlock {
  const paragraphs = transitions.flatMap((transition): readonly Paragraph[] => [
    ['trigger', conditionText(transition)],
    ...some('actions', actionsText('', transition.actions)),
  ]);
  return textBlock(paragraphs, LABEL_WIDTH);
}

/** Whether the diagram lists a transition in its state instead of drawing an arrow: it has no target, or targets its own state. */
export function isReaction({ source, targets }: Transition): boolean {
  return targets.length === 0 || targets[0] === source;
}

/** Formats a condition, such as `seat.toggle [isSelected]`. Later branches have `else`, and a transition that reenters its state has ↻. */
function conditionText({ id, label, guard, reenters, targets }: Transition): string {
  const conditions = [...(id.endsWith(':0') ? [] : ['else']), ...(guard === '' ? [] : [guard])];
  const again = reenters && targets.length > 0 ? ' ↻' : '';
  return `${label}${conditions.length === 0 ? '' : ` [${conditions.join(' ')}]`}${again}`;
}

/** Reactions with the same actions share a line. */
function reactionTexts(reactions: readonly Transition[]): readonly Paragraph[] {
  const groups = groupBy(reactions, ({ actions }) => actionsText('', actions));
  return [...groups].flatMap(([actions, alike]) =>
    some('fact', `${alike.map(conditionText).join(', ')} ${actions}`.trim()),
  );
}

function actionsText(when: string, actions: readonly string[]): string {
  return actions.length === 0 ? '' : `${when}/ ${actions.join(', ')}`;
}

function some(role: TextRole, text: string): readonly Paragraph[] {
  return text === '' ? [] : [[role, text]];
}

function textBlock(paragraphs: readonly Paragraph[], widest: number): TextBlock {
  let height = 0;
  const lines = paragraphs.flatMap(([role, text]) =>
    wrap(text, role, widest).map((line): TextLine => {
      height += lettering[role].leading;
      return { role, text: line, y: height - 4 };
    }),
  );
  return { lines, height, width: Math.max(0, ...lines.map(({ role, text }) => textWidth(text, role))) };
}

function textWidth(text: string, role: TextRole): number {
  return text.length * lettering[role].size * (role === 'description' ? DESCRIPTION_WIDTH : LETTER_WIDTH);
}

/** Wraps a text at spaces to `widest` pixels. Does not split a longer word. */
function wrap(text: string, role: TextRole, widest: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, role) > widest) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}
