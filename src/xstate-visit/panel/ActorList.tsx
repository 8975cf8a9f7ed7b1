import { useId, type ReactNode } from 'react';
import { groupBy } from '../recording/groupBy.ts';
import { StatePath } from './StatePath.tsx';
import type { InspectedActor } from './stepLog.ts';

interface ActorListProps {
  readonly actors: readonly InspectedActor[];
  readonly chosenId: number | undefined;
  readonly onChoose: (actorId: number) => void;
}

/** More actors of one kind collapse to one row. */
const MAX_ROWS = 10;

/** The running actors as a tree: each below its parent. */
export function ActorList({ actors, chosenId, onChoose }: ActorListProps) {
  const name = useId();
  const kinds = groupBy(actors, ({ kind }) => kind);

  const rowOf = ({ id, name: actor, path, machine, state }: InspectedActor) => (
    <label key={id} data-kind={machine === undefined ? 'effect' : 'machine'}>
      <input type="radio" name={name} value={id} checked={id === chosenId} onChange={() => onChoose(id)} />
      <strong>
        {path.length > 1 && <span aria-hidden="true">{'›'.repeat(path.length - 1)} </span>}
        {actor}
      </strong>{' '}
      <code>{machine === undefined ? `effect, ${state}` : <StatePath text={state} />}</code>
    </label>
  );

  const rowsOf = (actor: InspectedActor): ReactNode => {
    const alike = kinds.get(actor.kind) ?? [];
    if (alike.length <= MAX_ROWS) return rowOf(actor);
    if (alike[0] !== actor) return null;
    return (
      <details key={`all ${actor.kind}`} className="inspector-data">
        <summary>{`${actor.kind}, ${alike.length} actors`}</summary>
        <div className="inspector-actors">{alike.map(rowOf)}</div>
      </details>
    );
  };

  return (
    <fieldset>
      <legend>
        Actors <span className="inspector-note">{actors.length} running</span>
      </legend>
      <div className="inspector-actors">{actors.map(rowsOf)}</div>
    </fieldset>
  );
}
