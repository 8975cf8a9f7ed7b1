import { useId } from 'react';
import type { InspectedActor } from '#machines/inspectorMachine.ts';
import { Dotted } from './Dotted.tsx';
import * as css from './ActorList.css.ts';

interface ActorListProps {
  readonly actors: readonly InspectedActor[];
  readonly chosenId: number | undefined;
  readonly onChoose: (actorId: number) => void;
}

/** Every running actor, below the one that started it. */
export function ActorList({ actors, chosenId, onChoose }: ActorListProps) {
  const name = useId();

  return (
    <fieldset>
      <legend className={css.legend}>
        Actors <span className={css.count}>{actors.length} running</span>
      </legend>
      <div className={css.actors}>
        {actors.map(({ id, name: actor, above, kind, state }) => (
          <label key={id} className={css.actor[kind]}>
            <input
              type="radio"
              className={css.radio}
              name={name}
              value={id}
              checked={id === chosenId}
              onChange={() => onChoose(id)}
            />
            <span className={css.name}>
              {above.length > 0 && <span aria-hidden="true">{'›'.repeat(above.length)} </span>}
              {actor}
            </span>{' '}
            <span className={css.state}>{kind === 'effect' ? `effect, ${state}` : <Dotted text={state} />}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
