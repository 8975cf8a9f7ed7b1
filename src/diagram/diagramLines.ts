import type { GraphState } from './graphState.ts';
import type { GraphTransition } from './graphTransitions.ts';
import { textWidth, wrapText } from './textWidth.ts';

export type LineRole = 'name' | 'description' | 'tags' | 'fact' | 'trigger' | 'actions';

/** One line of text; `y` is its baseline below the top of the block, in pixels. */
export interface DiagramLine {
  readonly role: LineRole;
  readonly text: string;
  readonly y: number;
}

export interface TextBlock {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly DiagramLine[];
}

/** Size and leading in pixels of each kind of line. */
export const lettering = {
  name: { size: 14, leading: 19, bold: true },
  description: { size: 11, leading: 15, bold: false },
  tags: { size: 11, leading: 15, bold: true },
  fact: { size: 11.5, leading: 16, bold: false },
  trigger: { size: 11.5, leading: 15, bold: true },
  actions: { size: 11, leading: 14, bold: false },
} as const satisfies Record<LineRole, { size: number; leading: number; bold: boolean }>;

const STATE_WIDTH = 232;
const LABEL_WIDTH = 176;

type Paragraph = readonly [LineRole, string];

/** What stands in a state's box or, above its children, in its frame, no wider than `widest` pixels. */
export function stateLines(state: GraphState, widest = STATE_WIDTH): TextBlock {
  const paragraphs: readonly Paragraph[] = [
    ['name', state.key],
    ...some('description', state.description === undefined ? [] : [state.description]),
    ...some('tags', state.tags.length === 0 ? [] : [state.tags.map((tag) => `#${tag}`).join(' ')]),
    ...some('fact', state.invokes.length === 0 ? [] : [`invoke ${state.invokes.join(', ')}`]),
    ...some('fact', actionsText('entry', state.entry)),
    ...some('fact', actionsText('exit', state.exit)),
    ...some('fact', reactionTexts(state.reactions)),
  ];
  return textBlock(paragraphs, widest);
}

/** What stands on an arrow that one or several transitions share, no wider than `widest` pixels. */
export function arrowLines(transitions: readonly GraphTransition[], widest = LABEL_WIDTH): TextBlock {
  const paragraphs = transitions.flatMap((transition): readonly Paragraph[] => [
    ['trigger', conditionText(transition)],
    ...some('actions', actionsText('', transition.actions)),
  ]);
  return textBlock(paragraphs, widest);
}

/** `seat.toggle [isSelected]`; a state that is entered anew carries a turning arrow. */
export function conditionText({ trigger, guard, reenters, target }: GraphTransition): string {
  const again = reenters && target !== undefined ? ' ↻' : '';
  return `${trigger}${guard === undefined ? '' : ` [${guard}]`}${again}`;
}

function reactionTexts(reactions: readonly GraphTransition[]): readonly string[] {
  const conditions = Map.groupBy(reactions, ({ actions }) => actionsText('', actions).join(''));
  return [...conditions].map(([actions, alike]) => `${alike.map(conditionText).join(', ')} ${actions}`.trim());
}

function actionsText(when: string, actions: readonly string[]): readonly string[] {
  return actions.length === 0 ? [] : [`${when} / ${actions.join(', ')}`.trim()];
}

function some(role: LineRole, texts: readonly string[]): readonly Paragraph[] {
  return texts.map((text) => [role, text]);
}

function textBlock(paragraphs: readonly Paragraph[], widest: number): TextBlock {
  let height = 0;
  const lines = paragraphs.flatMap(([role, text]) =>
    wrapText(text, widest, lettering[role]).map((line): DiagramLine => {
      height += lettering[role].leading;
      return { role, text: line, y: height - 4 };
    }),
  );
  return { lines, height, width: Math.max(0, ...lines.map(({ role, text }) => textWidth(text, lettering[role]))) };
}
