import type { FoundState } from '../../states/findState.ts';
import { Button } from '../components/Button.tsx';
import { Dotted } from './Dotted.tsx';
import * as css from './InspectorPanel.css.ts';
import { Part } from './Part.tsx';

interface StatePartProps {
  /** What the address asks for. */
  readonly asked: string;
  readonly found: FoundState;
  /** Every state that has a link. */
  readonly states: readonly string[];
  readonly onLeave: () => void;
}

/** Says which state is drawn, or that there is none of that name, and leads to the others. */
export function StatePart({ asked, found, states, onLeave }: StatePartProps) {
  return (
    <Part title="State" aside={<Button onClick={onLeave}>Leave the state</Button>}>
      {'id' in found ? (
        <p className={css.note}>
          <Dotted text={found.id} />, with made-up data. The log shows the way to it. Nothing that is pressed does
          anything.
        </p>
      ) : (
        <>
          <p className={css.note}>{`No view shows one state that is called “${asked}”. The nearest are:`}</p>
          <StateLinks ids={found.nearest} />
        </>
      )}
      <details>
        <summary>Every state</summary>
        <StateLinks ids={states} />
      </details>
    </Part>
  );
}

function StateLinks({ ids }: { readonly ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <a href={`/?inspect&at=${id}`}>
            <Dotted text={id} />
          </a>
        </li>
      ))}
    </ul>
  );
}
