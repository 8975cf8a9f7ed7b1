import type { InspectedActor } from '#machines/inspectorMachine.ts';
import * as css from './ActiveStates.css.ts';
import { Dotted } from './Dotted.tsx';
import { note } from './InspectorPanel.css.ts';

/** The active states in words, the machine itself left out. */
export function ActiveStates({ actor }: { readonly actor: InspectedActor }) {
  const { name, activeIds, tags } = actor;
  const within = activeIds.filter((id) => id !== name).map((id) => id.replace(`${name}.`, ''));

  return (
    <div className={css.row}>
      {within.length > 0 && (
        <ul className={css.row} aria-label="Active states">
          {within.map((state) => (
            <li key={state} className={css.active}>
              <Dotted text={state} />
            </li>
          ))}
        </ul>
      )}
      {tags.length > 0 && <p className={note}>tagged {tags.join(', ')}</p>}
    </div>
  );
}
