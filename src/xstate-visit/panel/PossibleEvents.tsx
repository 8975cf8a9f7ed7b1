import { useId, useMemo, useRef } from 'react';
import type { Likelihood } from '../statechart/nextTransitions.ts';
import { inspectorMessages } from './inspectorSelectors.ts';
import { StatePath } from './StatePath.tsx';
import type { InspectedActor } from './stepLog.ts';

const LIKELIHOODS: Readonly<Record<Likelihood, string>> = {
  possible: 'possible now',
  depends: 'possible, depends on the data',
  waits: 'sent by XState',
  refused: 'refused now',
};

interface PossibleEventsProps {
  readonly actor: InspectedActor;
  /** Sends an event with its data as JSON. Undefined while the panel shows a past step. */
  readonly onSend: ((eventType: string, data: string) => void) | undefined;
  /** Whether the last data was not a JSON object. */
  readonly isRefused: boolean;
}

/** The transitions from the current state, with a Send button for each event that can be sent by hand. */
export function PossibleEvents({ actor, onSend, isRefused }: PossibleEventsProps) {
  const { kind } = actor;
  const next = useMemo(() => actor.next(), [actor]);
  const id = useId();
  const data = useRef<HTMLInputElement>(null);

  return (
    <>
      <h3>What comes next</h3>
      {next.length === 0 && <p className="inspector-note">No event is possible in this state.</p>}
      <ul className="inspector-next" aria-label="Possible events">
        {next.map(({ id: key, eventType, label, guard, targets, likelihood, canBeSent }) => (
          <li key={key} data-likelihood={likelihood}>
            <span>
              <code>
                <strong>{label}</strong>
                {guard !== '' && ` [${guard}]`}
              </code>{' '}
              {targets.length > 0 && (
                <>
                  → <StatePath text={targets.map((target) => target.replace(`${kind}.`, '')).join(', ')} />
                </>
              )}{' '}
              <span className="inspector-note">{LIKELIHOODS[likelihood]}</span>
            </span>
            {onSend !== undefined && canBeSent && (
              <button
                type="button"
                aria-label={`Send ${label}`}
                onClick={() => onSend(eventType, data.current?.value ?? '')}
              >
                Send
              </button>
            )}
          </li>
        ))}
      </ul>
      {onSend !== undefined && (
        <p>
          <label htmlFor={id}>Data of an event that is sent, as JSON</label>
          <input
            ref={data}
            id={id}
            type="text"
            autoComplete="off"
            spellCheck={false}
            aria-invalid={isRefused}
            aria-describedby={`${id}-error`}
          />
          <span id={`${id}-error`} className="inspector-note">
            {isRefused && inspectorMessages.sending}
          </span>
        </p>
      )}
    </>
  );
}
