import type { Chance, InspectedActor } from '#machines/inspectorMachine.ts';
import { Dotted } from './Dotted.tsx';
import { heading, note } from './InspectorPanel.css.ts';
import * as css from './PossibleEvents.css.ts';

const CHANCES: Readonly<Record<Chance, string>> = {
  possible: 'possible now',
  depends: 'possible, what is sent decides',
  waits: 'comes by itself',
  refused: 'refused now',
};

/** What a machine may do next, in words. */
export function PossibleEvents({ actor: { name, next } }: { readonly actor: InspectedActor }) {
  return (
    <>
      <h3 className={heading}>What comes next</h3>
      {next.length === 0 && <p className={note}>Nothing: the machine has ended.</p>}
      <ul className={css.events} aria-label="Possible events">
        {next.map(({ id, label, guard, targets, chance }) => (
          <li key={id} className={css.transition[chance]}>
            <span className={css.event}>
              {label}
              {guard !== '' && <span className={css.guard}> [{guard}]</span>}
            </span>{' '}
            {targets.length > 0 && (
              <span>
                → <Dotted text={targets.map((target) => target.replace(`${name}.`, '')).join(', ')} />
              </span>
            )}{' '}
            <span className={css.chance}>{CHANCES[chance]}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
