import { useId, type ReactNode } from 'react';
import { groupBy } from '../recording/groupBy.ts';
import { StatePath } from './StatePath.tsx';
import type { InspectedActor } from './stepLog.ts';

interface ActorListProps {
  readonly actors: readonly InspectedActor[];
  readonly chosenId: number | undefined;
  readonly onChoose: (actorId: number) => void;
  readonly onHideCrashes: () => void;
}

/** If more actors have the same kind, the list folds them into one row. */
const MAX_ROWS = 10;

/** Lists the running and the crashed actors, each below its parent. */
export function ActorList({ actors, chosenId, onChoose, onHideCrashes }: ActorListProps) {
  const name = useId();
  const crashedCount = actors.filter(({ crash }) => crash !== undefined).length;
  const kinds = groupBy(actors, ({ kind }) => kind);

  const rowOf = ({ id, name: actor, path, machine, state, crash }: InspectedActor) => (
    <label key={id} data-kind={machine === undefined ? 'effect' : 'machine'} data-crashed={crash !== undefined}>
      <input type="radio" name={name} value={id} checked={id === chosenId} onChange={() => onChoose(id)} />
      <strong>
        {path.length > 1 && <span aria-hidden="true">{'›'.repeat(path.length - 1)} </span>}
        {actor}
      </strong>{' '}
      <code>
        {crash !== undefined ? (
          `${state}: ${crash.message}`
        ) : machine === undefined ? (
          `effect, ${state}`
        ) : (
          <StatePath text={state} />
        )}
      </code>
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
        Actors{' '}
        <span className="inspector-note">
          {`${actors.length - crashedCount} running${crashedCount === 0 ? '' : `, ${crashedCount} crashed`}`}
        </span>
      </legend>
      {crashedCount > 0 && (
        <button type="button" onClick={onHideCrashes}>
          Hide crashed actors
        </button>
      )}
      <div className="inspector-actors">{actors.map(rowsOf)}</div>
    </fieldset>
  );
}
