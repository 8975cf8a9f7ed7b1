import { eventLabel } from '../statechart/machineGraph.ts';
import { secondsText } from '../replay/recordedClock.ts';
import type { InspectedStep } from './stepLog.ts';

interface EventLogProps {
  readonly steps: readonly InspectedStep[];
  readonly lookedAt: InspectedStep | undefined;
  readonly onLook: (step: InspectedStep) => void;
}

const ROWS = 10;

/** Lists the steps, newest first. The user selects a step with a click or an arrow key. */
export function EventLog({ steps, lookedAt, onLook }: EventLogProps) {
  if (steps.length === 0) return <p className="inspector-note">No event yet.</p>;
  return (
    <select
      size={ROWS}
      aria-label="Event log"
      value={lookedAt?.id ?? ''}
      onChange={({ currentTarget: { value } }) => {
        const step = steps.find(({ id }) => String(id) === value);
        if (step !== undefined) onLook(step);
      }}
    >
      {/* Without it the browser preselects the newest step, which then fires no change event. */}
      <option value="" hidden>
        No step is selected
      </option>
      {steps.map((step) => (
        <option key={step.id} value={step.id}>
          {stepText(step)}
        </option>
      ))}
    </select>
  );
}

function stepText({ at, from, actor, event, outcome }: InspectedStep): string {
  const sender = from === '' || from === actor.name ? '' : `${from} → `;
  const result = outcome === 'moved' ? actor.state : outcome;
  const reason = actor.crash === undefined ? '' : `: ${actor.crash.message}`;
  return `${secondsText(at)} ${sender}${actor.name} ${eventLabel(event.type)} · ${result}${reason}`;
}
