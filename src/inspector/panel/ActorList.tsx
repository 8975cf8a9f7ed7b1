import { useId } from 'react';
import { StatePath } from './StatePath.tsx';
import type { InspectedActor } from './stepLog.ts';

interface ActorListProps {
  readonly actors: readonly InspectedActor[];
  readonly chosenId: number | undefined;
  readonly onChoose: (actorId: number) => void;
}

/** The running actors as a tree: each below its parent. */
export function ActorList({ actors, chosenId, onChoose }: ActorListProps) {
  const name = useId();

  return (
    <fieldset>
      <legend>
        Actors <span className="inspector-note">{actors.length} running</span>
      </legend>
      <div className="inspector-actors">
        {actors.map(({ id, name: actor, path, machine, state }) => (
          <label key={id} data-kind={machine === undefined ? 'effect' : 'machine'}>
            <input type="radio" name={name} value={id} checked={id === chosenId} onChange={() => onChoose(id)} />
            <strong>
              {path.length > 1 && <span aria-hidden="true">{'›'.repeat(path.length - 1)} </span>}
              {actor}
            </strong>{' '}
            <code>{machine === undefined ? `effect, ${state}` : <StatePath text={state} />}</code>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
