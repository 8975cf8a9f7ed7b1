import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { inspectorMachine, InspectorSnapshot, ReplayedDifference, ReplayResult } from './inspectorMachine.ts';
import { selectPosition, verdicts } from './inspectorSelectors.ts';
import { secondsText } from '../replay/recordedClock.ts';

interface ReplayControlsProps {
  readonly snapshot: InspectorSnapshot;
  readonly send: ActorRefFrom<typeof inspectorMachine>['send'];
}

/** The panel lists this many differences, and counts the others. */
const MAX_DIFFERENCES = 20;

/** Shows the verdict of a replay, and the controls to step forward and back, to seek, and to play and pause. */
export function ReplayControls({ snapshot, send }: ReplayControlsProps) {
  const id = useId();
  const { position, count } = selectPosition(snapshot);
  const isPlaying = snapshot.matches({ time: { replay: 'playing' } });
  const { result } = snapshot.context;
  const text = `${secondsText(snapshot.context.lookedAt?.at ?? 0)}, ${position + 1} of ${count}`;

  return (
    <section aria-label="Replay">
      {result !== undefined && (
        <Result result={result} onLook={(difference) => send({ type: 'difference.look', difference })} />
      )}
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
    </section>
  );
}

interface ResultProps {
  readonly result: ReplayResult;
  readonly onLook: (difference: ReplayedDifference) => void;
}

function Result({ result: { verdict, reasons, differences }, onLook }: ResultProps) {
  const more = differences.length - MAX_DIFFERENCES;
  return (
    <>
      <p data-verdict={verdict}>
        <strong>{verdicts[verdict]}</strong>
      </p>
      {reasons.length > 0 && (
        <ul className="inspector-list" aria-label="Reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {differences.length > 0 && (
        <ul className="inspector-list" aria-label="Differences">
          {differences.slice(0, MAX_DIFFERENCES).map((difference) => (
            <li key={`${difference.at} ${difference.text}`}>
              <button type="button" onClick={() => onLook(difference)}>
                {secondsText(difference.at)}
              </button>
              <span>{difference.text}</span>
            </li>
          ))}
          {more > 0 && <li>{more === 1 ? '1 more difference' : `${more} more differences`}</li>}
        </ul>
      )}
    </>
  );
}
