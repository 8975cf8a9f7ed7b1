import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { inspectorMachine, InspectorSnapshot } from './inspectorMachine.ts';
import { selectPosition } from './inspectorSelectors.ts';
import { secondsText } from '../replay/recordedClock.ts';

interface ReplayControlsProps {
  readonly snapshot: InspectorSnapshot;
  readonly send: ActorRefFrom<typeof inspectorMachine>['send'];
}

/** Controls of a replay: step forward and back, seek, play and pause. Lists the inputs that could not be repeated. */
export function ReplayControls({ snapshot, send }: ReplayControlsProps) {
  const id = useId();
  const { position, count } = selectPosition(snapshot);
  const isPlaying = snapshot.matches({ time: { replay: 'playing' } });
  const text = `${secondsText(snapshot.context.lookedAt?.at ?? 0)}, ${position + 1} of ${count}`;

  return (
    <section aria-label="Replay">
      <label htmlFor={id}>Step {text}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={count - 1}
        value={position}
        aria-valuetext={text}
        onChange={(event) => send({ type: 'replay.seek', position: event.currentTarget.valueAsNumber })}
      />
      <div className="inspector-row">
        <button type="button" aria-disabled={position === 0} onClick={() => send({ type: 'replay.back' })}>
          Step back
        </button>
        <button type="button" onClick={() => send({ type: isPlaying ? 'replay.pause' : 'replay.play' })}>
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <button type="button" aria-disabled={position === count - 1} onClick={() => send({ type: 'replay.forward' })}>
          Step forward
        </button>
        <button type="button" onClick={() => send({ type: 'replay.leave' })}>
          Leave the replay
        </button>
      </div>
      {snapshot.context.problems.map((problem) => (
        <p key={problem} role="alert" className="inspector-note">
          {problem}
        </p>
      ))}
    </section>
  );
}
