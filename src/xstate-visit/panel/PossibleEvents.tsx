import { useId, useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Likelihood } from '../statechart/nextTransitions.ts';
import type { inspectorMachine, InspectorSnapshot } from './inspectorMachine.ts';
import { inspectorMessages, selectIsPresent, wouldTake } from './inspectorSelectors.ts';
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
  readonly snapshot: InspectorSnapshot;
  readonly send: ActorRefFrom<typeof inspectorMachine>['send'];
}

/** Lists the transitions of the active states. The user can send their events with a button, and any other event with the fields. */
export function PossibleEvents({ actor, snapshot, send }: PossibleEventsProps) {
  const { kind, machine, crash } = actor;
  const next = useMemo(() => actor.next(), [actor]);
  const { data } = snapshot.context.draft;
  const isPresent = selectIsPresent(snapshot);

  if (crash !== undefined) return <p className="inspector-note">It takes no events, because it has crashed.</p>;
  return (
    <>
      {machine !== undefined && (
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
                      → <StatePath text={targets.map((target) => targetText(target, machine.id, kind)).join(', ')} />
                    </>
                  )}{' '}
                  <span className="inspector-note">{LIKELIHOODS[likelihood]}</span>
                </span>
                {isPresent && canBeSent && (
                  <button
                    type="button"
                    aria-label={`Send ${label}`}
                    onClick={() => send({ type: 'event.send', eventType, data })}
                  >
                    Send
                  </button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {isPresent && <AnyEvent actor={actor} snapshot={snapshot} send={send} />}
    </>
  );
}

/** Formats the target of a transition: the path of the state, or the name of the machine if the target is its root. */
function targetText(target: string, machineId: string, name: string): string {
  return target === machineId ? name : target.replace(`${machineId}.`, '');
}

/** Fields for an event of any type, even if the statechart does not have it. */
function AnyEvent({ actor, snapshot, send }: PossibleEventsProps) {
  const id = useId();
  const { draft } = snapshot.context;
  const isTaken = useMemo(() => wouldTake(actor, draft), [actor, draft]);
  const isUntyped = snapshot.matches({ sending: 'untyped' });
  const isRefused = snapshot.matches({ sending: 'refused' });

  return (
    <form
      className="inspector-form"
      aria-label={`Send any event to ${actor.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'event.send', ...draft });
      }}
    >
      <label htmlFor={`${id}-type`}>Type of any event</label>
      <input
        id={`${id}-type`}
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={draft.eventType}
        aria-invalid={isUntyped}
        aria-describedby={`${id}-untyped`}
        onChange={({ currentTarget: { value } }) =>
          send({ type: 'draft.change', draft: { ...draft, eventType: value } })
        }
      />
      <p id={`${id}-untyped`} className="inspector-note">
        {isUntyped && inspectorMessages.untyped}
      </p>
      <label htmlFor={`${id}-data`}>Data of an event that is sent, as JSON</label>
      <input
        id={`${id}-data`}
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={draft.data}
        aria-invalid={isRefused}
        aria-describedby={`${id}-error`}
        onChange={({ currentTarget: { value } }) => send({ type: 'draft.change', draft: { ...draft, data: value } })}
      />
      <p id={`${id}-error`} className="inspector-note">
        {isRefused && inspectorMessages.sending}
      </p>
      <button type="submit">
        Send event{isTaken !== undefined && ` (${actor.kind} would ${isTaken ? 'take' : 'ignore'} it)`}
      </button>
    </form>
  );
}
