import { useMemo } from 'react';
import { changesBetween, type Change } from './stepChanges.ts';
import type { InspectedStep } from './stepLog.ts';

interface StepChangesProps {
  readonly step: InspectedStep;
  /** The previous step of the same actor. Undefined if the log has none. */
  readonly previous: InspectedStep | undefined;
}

/** The panel lists this many changes, and counts the others. */
const MAX_ROWS = 50;

/** Lists the changes that a step made to the state and the data of its actor. */
export function StepChanges({ step: { actor, event }, previous }: StepChangesProps) {
  const before = previous?.actor;
  const changes = useMemo(() => (before === undefined ? undefined : changesBetween(before, actor)), [before, actor]);
  if (changes === undefined) {
    return <p className="inspector-note">{`The log has no earlier step of ${actor.name} to compare with.`}</p>;
  }
  if (changes.length === 0)
    return <p className="inspector-note">{`${event.type} changed nothing in ${actor.name}.`}</p>;
  const more = changes.length - MAX_ROWS;
  return (
    <ul className="inspector-list" aria-label={`Changes of ${actor.name}`}>
      {changes.slice(0, MAX_ROWS).map((change) => (
        <li key={`${change.kind} ${change.path}`} data-change={change.kind}>
          <strong>{change.kind}</strong> <code>{change.path}</code> <code>{valuesOf(change)}</code>
        </li>
      ))}
      {more > 0 && <li>{more === 1 ? '1 more change' : `${more} more changes`}</li>}
    </ul>
  );
}

function valuesOf({ kind, before, after }: Change): string {
  if (kind === 'added') return after;
  return kind === 'removed' ? before : `${before} → ${after}`;
}
