import { useSelector } from '@xstate/react';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  REPLAY_SPEEDS,
  selectLast,
  selectMoment,
  type replayMachine,
  type ReplaySpeed,
} from '#machines/replayMachine.ts';
import type { Input } from '../../recording/recording.ts';
import { Button } from '../components/Button.tsx';
import * as css from './InspectorPanel.css.ts';
import { eventLabel } from './nextTransitions.ts';
import { Part } from './Part.tsx';
import { secondsText } from './secondsText.ts';

interface ReplayControlsProps {
  readonly replay: ActorRefFrom<typeof replayMachine>;
  readonly inputs: readonly Input[];
  readonly onLeave: () => void;
}

const SPEEDS: Readonly<Record<ReplaySpeed, string>> = { 1: '1×', 4: '4×', max: 'As fast as it can' };

/** Leads through a recording: step by step in both directions, to any moment, and playing. */
export function ReplayControls({ replay, inputs, onLeave }: ReplayControlsProps) {
  const { send } = replay;
  const snapshot = useSelector(replay, (current) => current);
  const id = useId();
  const { position, speed } = snapshot.context;
  const last = selectLast(snapshot);
  const isPlaying = snapshot.matches('playing');
  const input = inputs[position];
  const when = `${secondsText(selectMoment(snapshot))}, ${position + 1} of ${last + 1}`;

  return (
    <Part title="Replay" aside={<Button onClick={onLeave}>Leave the replay</Button>}>
      <label className={css.note} htmlFor={id}>
        Moment {when}
      </label>
      <input
        id={id}
        type="range"
        className={css.file}
        min={0}
        max={last}
        value={position}
        aria-valuetext={when}
        onChange={(event) => send({ type: 'replay.seek', position: event.currentTarget.valueAsNumber })}
      />
      <div className={css.row}>
        <Button inactive={position === 0} onClick={() => send({ type: 'replay.back' })}>
          Step back
        </Button>
        <Button variant="primary" onClick={() => send({ type: isPlaying ? 'replay.pause' : 'replay.play' })}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <Button inactive={position === last} onClick={() => send({ type: 'replay.forward' })}>
          Step forward
        </Button>
      </div>
      <div className={css.row} role="group" aria-label="Speed">
        {REPLAY_SPEEDS.map((each) => (
          <Button key={each} aria-pressed={each === speed} onClick={() => send({ type: 'speed.choose', speed: each })}>
            {SPEEDS[each]}
          </Button>
        ))}
      </div>
      <p className={css.note}>{input === undefined ? 'Nothing was recorded.' : inputText(input)}</p>
    </Part>
  );
}

/** What entered the machines, in words. */
function inputText(input: Input): string {
  if (input.is === 'moved') return `The address became ${input.place.pathname}${input.place.search}`;
  if (input.is === 'sent') return `${input.actor} was sent ${eventLabel(input.event.type)}`;
  if (input.is === 'elapsed') return `${input.actor}: ${eventLabel(input.event.type)}`;
  return `${input.actor} was ${input.is}`;
}
