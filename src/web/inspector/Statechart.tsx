import { use, useCallback, useId } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { Chance, InspectedActor } from '#machines/inspectorMachine.ts';
import { conditionText, lettering } from '../../diagram/diagramLines.ts';
import type { PlacedArrow, PlacedMark, PlacedState } from '../../diagram/layOutGraph.ts';
import { roundedPath } from '../../diagram/roundedPath.ts';
import { note } from './InspectorPanel.css.ts';
import { layOutMachine } from './layOutMachine.ts';
import * as css from './Statechart.css.ts';

interface StatechartProps {
  readonly machine: AnyStateMachine;
  readonly actor: InspectedActor;
  readonly whole: boolean;
}

const READING_SCALE = 0.85;

type Chances = ReadonlyMap<string, Chance>;

/** A machine's picture: active states filled and marked by a dot, transitions that may be taken drawn heavy. */
export function Statechart({ machine, actor, whole }: StatechartProps) {
  const layout = use(layOutMachine(machine));
  const head = useId();
  const place = layout?.states.findLast(({ state }) => actor.activeIds.includes(state.id));
  const scale = whole ? 0 : READING_SCALE;
  const [middle, centre] = place === undefined ? [0, 0] : [place.x + place.width / 2, place.y + place.height / 2];
  const follow = useCallback(
    (view: HTMLDivElement | null) => {
      view?.scrollTo(middle * scale - view.clientWidth / 2, centre * scale - view.clientHeight / 2);
    },
    [middle, centre, scale],
  );
  if (layout === undefined) return <p className={note}>The statechart could not be drawn.</p>;

  const { states, marks, arrows } = layout;
  const [width, height] = [Math.ceil(layout.width), Math.ceil(layout.height)];
  const chances: Chances = new Map(actor.next.map(({ id, chance }) => [id, chance]));
  const drawState = (place: PlacedState) => (
    <State key={place.state.id} {...place} isActive={actor.activeIds.includes(place.state.id)} chances={chances} />
  );

  return (
    <figure className={css.figure}>
      {/* A region that scrolls is reached by key. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={follow} className={css.view} tabIndex={0} role="group" aria-label={`Statechart of ${actor.name}`}>
        <svg
          role="img"
          aria-label={`${actor.name} is in ${actor.state}`}
          viewBox={`0 0 ${width} ${height}`}
          className={whole ? css.whole : css.detail}
          width={width * READING_SCALE}
          height={height * READING_SCALE}
        >
          <defs>
            {(['waits', 'possible'] as const).map((kind) => (
              <marker
                key={kind}
                id={`${head}${kind}`}
                viewBox="0 0 10 10"
                refX="9"
                refY="5"
                markerWidth="9"
                markerHeight="9"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path className={css.head[kind]} d="M0 0 10 5 0 10z" />
              </marker>
            ))}
          </defs>
          {states.filter(isFrame).map(drawState)}
          {arrows.map((arrow) => (
            <Line key={arrow.id} {...arrow} chance={chanceOf(arrow, chances)} head={head} />
          ))}
          {states.filter((place) => !isFrame(place)).map(drawState)}
          {marks.map((mark) => (
            <Mark key={mark.id} {...mark} />
          ))}
          {arrows.map((arrow) => (
            <Label key={arrow.id} {...arrow} chance={chanceOf(arrow, chances)} />
          ))}
        </svg>
      </div>
      <figcaption className={css.legend}>
        <span className={css.activeKey}>active</span>
        <span className={css.possibleKey}>possible now</span>
        <span className={css.refusedKey}>refused now</span>
      </figcaption>
    </figure>
  );
}

function State({
  state,
  text,
  x,
  y,
  width,
  height,
  isActive,
  chances,
}: PlacedState & { readonly isActive: boolean; readonly chances: Chances }) {
  const open = state.reactions.filter(({ id }) => isOpen(chances.get(id))).map(conditionText);
  const isLeaf = state.states.length === 0;
  const isHere = isActive && isLeaf;
  const shape = isLeaf ? (isActive ? 'active' : 'idle') : isActive ? 'activeFrame' : 'frame';

  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={9} className={css.state[shape]} />
      {state.kind === 'final' && (
        <rect x={x + 4} y={y + 4} width={width - 8} height={height - 8} rx={6} className={css.inner} />
      )}
      {text.lines.map(({ role, text: words, y: top }) => (
        <text
          key={top}
          x={x + 12}
          y={y + 11 + top}
          fontSize={lettering[role].size}
          className={wordsIn(
            role === 'name',
            isHere,
            open.some((one) => one.includes(words) || words.includes(one)),
          )}
        >
          {words}
        </text>
      ))}
      {isHere && <circle cx={x + width} cy={y} r={6} className={css.dot} />}
    </g>
  );
}

interface ArrowChance {
  readonly chance: Chance | undefined;
}

function Line({ points, chance, head }: PlacedArrow & ArrowChance & { readonly head: string }) {
  return (
    <path
      d={roundedPath(points)}
      className={css.arrow[styleOf(chance)]}
      markerEnd={`url(#${head}${isOpen(chance) ? 'possible' : 'waits'})`}
    />
  );
}

function Label({ label: { x, y, text }, chance }: PlacedArrow & ArrowChance) {
  if (text.lines.length === 0) return null;
  return (
    <g>
      <rect x={x - 3} y={y - 1} width={text.width + 6} height={text.height + 3} rx={4} className={css.ground} />
      {text.lines.map(({ role, text: words, y: top }) => (
        <text key={top} x={x} y={y + top} fontSize={lettering[role].size} className={css.word[wordsOf(chance)]}>
          {words}
        </text>
      ))}
    </g>
  );
}

function Mark({ kind, x, y, width, height }: PlacedMark) {
  const [middle, centre] = [x + width / 2, y + height / 2];
  if (kind === 'initial') return <circle cx={middle} cy={centre} r={width / 2} className={css.head.waits} />;
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={12} className={css.anywhere} />
      <text x={middle} y={centre + 4} textAnchor="middle" fontSize={11.5} className={css.word.fact}>
        any state
      </text>
    </g>
  );
}

function isFrame({ state }: PlacedState): boolean {
  return state.states.length > 0;
}

function isOpen(chance: Chance | undefined): boolean {
  return chance === 'possible' || chance === 'depends';
}

/** Of transitions that share an arrow, the one most likely to be taken. */
function chanceOf({ transitions }: PlacedArrow, chances: Chances): Chance | undefined {
  const found = transitions.flatMap(({ id }) => chances.get(id) ?? []);
  return found.find(isOpen) ?? found.find((chance) => chance === 'waits') ?? found[0];
}

function styleOf(chance: Chance | undefined) {
  if (isOpen(chance)) return 'possible';
  return chance === 'refused' || chance === 'waits' ? chance : 'idle';
}

/** Within a state nothing but its name is bold: the layout reckons with that. */
function wordsIn(isName: boolean, isHere: boolean, isOpen: boolean): string {
  if (isName) return isHere ? css.word.nameHere : css.word.name;
  if (isOpen) return isHere ? css.word.openFactHere : css.word.openFact;
  return isHere ? css.word.factHere : css.word.fact;
}

function wordsOf(chance: Chance | undefined) {
  if (isOpen(chance)) return 'open';
  return chance === undefined ? 'fact' : 'name';
}
