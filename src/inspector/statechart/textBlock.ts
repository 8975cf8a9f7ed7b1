import type { State, Transition } from './machineGraph.ts';

/** One line of text; `y` is its baseline below the top of the block, in pixels. */
export interface TextLine {
  readonly role: TextRole;
  readonly text: string;
  readonly y: number;
}

/** Lines of text and the room they take, in pixels. */
export interface TextBlock {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly TextLine[];
}

export type TextRole = keyof typeof lettering;

/** Size and leading in pixels of each kind of line. */
export const lettering = {
  name: { size: 13, leading: 19 },
  description: { size: 11, leading: 15 },
  tags: { size: 10.5, leading: 15 },
  fact: { size: 10.5, leading: 16 },
  trigger: { size: 10.5, leading: 15 },
  actions: { size: 10.5, leading: 14 },
} as const;

/** Names are set in a type whose letters are all as wide; the other, of descriptions, is narrower. */
const LETTER_WIDTH = 0.61;
const DESCRIPTION_WIDTH = 0.55;
const STATE_WIDTH = 232;
const LABEL_WIDTH = 190;

type Paragraph = readonly [TextRole, string];

/** The text in a state's box or, above its children, in its frame, no wider than `widest` pixels. */
export function stateText(state: State, widest = STATE_WIDTH): TextBlock {
  const { key, description, tags, invokes, entry, exit } = state;
  return textBlock(
    [
      ['name', key],
      ...some('description', description),
      ...some('tags', tags.map((tag) => `#${tag}`).join(' ')),
      ...some('fact', invokes.length === 0 ? '' : `invoke ${invokes.join(', ')}`),
      ...some('fact', actionsText('entry ', entry)),
      ...some('fact', actionsText('exit ', exit)),
      ...reactionTexts(state.transitions.filter(isReaction)),
    ],
    widest,
  );
}

/** The label of an arrow that one or several transitions share. */
export function arrowText(transitions: readonly Transition[]): TextBlock {
  const paragraphs = transitions.flatMap((transition): readonly Paragraph[] => [
    ['trigger', conditionText(transition)],
    ...some('actions', actionsText('', transition.actions)),
  ]);
  return textBlock(paragraphs, LABEL_WIDTH);
}

/** Whether a transition draws no arrow: it stays, or enters its own state anew. */
export function isReaction({ source, targets }: Transition): boolean {
  return targets.length === 0 || targets[0] === source;
}

/** `seat.toggle [isSelected]`; a second branch of an event begins with `else`, and a state that is entered anew carries a turning arrow. */
function conditionText({ id, label, guard, reenters, targets }: Transition): string {
  const conditions = [...(id.endsWith(':0') ? [] : ['else']), ...(guard === '' ? [] : [guard])];
  const again = reenters && targets.length > 0 ? ' ↻' : '';
  return `${label}${conditions.length === 0 ? '' : ` [${conditions.join(' ')}]`}${again}`;
}

/** Reactions that do the same share a line. */
function reactionTexts(reactions: readonly Transition[]): readonly Paragraph[] {
  const groups = Map.groupBy(reactions, ({ actions }) => actionsText('', actions));
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

/** Breaks a text at its spaces so that no line is wider than `widest` pixels, unless one word is. */
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
