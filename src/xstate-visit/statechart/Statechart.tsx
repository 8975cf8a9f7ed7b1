import { use, useCallback, useId } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { InspectedActor } from '../panel/stepLog.ts';
import { drawStatechart } from './drawStatechart.ts';
import type { Layout } from './layOutStatechart.ts';
import { givenId } from '../xstateInternals.ts';
import { machineGraph } from './machineGraph.ts';

interface StatechartProps {
  readonly machine: AnyStateMachine;
  readonly actor: InspectedActor;
  /** Size relative to the layout, or `fit` to fit the panel. */
  readonly size: number | 'fit';
}

const layouts = new WeakMap<object, Promise<Layout | undefined>>();

/** Draws a machine, highlights its active states and scrolls them into view. Suspends until the layout is computed. */
export function Statechart({ machine, actor, size }: StatechartProps) {
  const zoom = size === 'fit' ? 1 : size;
  const layout = use(layoutOf(machine, actor.kind));
  const id = useId();
  const active = layout?.states.findLast(({ state }) => actor.activeIds.includes(state.id));
  const [x, y] =
    active === undefined ? [0, 0] : [(active.x + active.width / 2) * zoom, (active.y + active.height / 2) * zoom];
  const follow = useCallback(
    (view: HTMLDivElement | null) => {
      if (view === null) return;
      view.scrollLeft = x - view.clientWidth / 2;
      view.scrollTop = y - view.clientHeight / 2;
    },
    [x, y],
  );
  if (layout === undefined) return <p className="inspector-note">The statechart could not be drawn.</p>;

  const svg = drawStatechart(layout, {
    id,
    label: `${actor.kind} is in ${actor.state}`,
    activeIds: actor.activeIds,
    zoom,
  });
  return (
    <div
      ref={follow}
      className="inspector-chart"
      data-size={size}
      // Keyboard users must be able to focus a scrollable region (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={`Statechart of ${actor.name}`}
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

/**
 * Computes the layout of a machine once. Resolves to undefined if the layout engine cannot be loaded.
 * @param name the name for a machine without an id
 */
function layoutOf(machine: AnyStateMachine, name: string): Promise<Layout | undefined> {
  const known = layouts.get(machine.config);
  if (known !== undefined) return known;
  const layout = import('./layOutStatechart.ts').then(
    ({ layOutStatechart }) => layOutStatechart({ ...machineGraph(machine), key: givenId(machine) ?? name }),
    () => undefined,
  );
  layouts.set(machine.config, layout);
  return layout;
}
