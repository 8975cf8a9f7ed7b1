import { useId } from 'react';
import { inspectorFailures, type inspectorMachine, type InspectorSnapshot } from '#machines/inspectorMachine.ts';
import type { ActorRefFrom } from 'xstate';
import { Button } from '../components/Button.tsx';
import * as css from './InspectorPanel.css.ts';

interface RecordingPartProps {
  readonly snapshot: InspectorSnapshot;
  readonly send: ActorRefFrom<typeof inspectorMachine>['send'];
  /** Whether this visit is being recorded. */
  readonly isRecorded: boolean;
}

/** Saves the recording of this visit, and takes another one to replay it, chosen here or dropped on the panel. */
export function RecordingPart({ snapshot, send, isRecorded }: RecordingPartProps) {
  const id = useId();
  const open = (file: File | undefined) => file !== undefined && send({ type: 'recording.open', file });

  return (
    <section className={css.part} aria-label="Recording">
      {isRecorded && (
        <>
          <Button aria-describedby={`${id}-note`} onClick={() => send({ type: 'recording.save' })}>
            Save recording
          </Button>
          <p id={`${id}-note`} className={css.note}>
            {snapshot.matches({ saving: 'failed' })
              ? inspectorFailures.recording
              : 'What entered the machines since this visit began, without password, token, name, id or free text.'}
          </p>
          {snapshot.matches({ recording: 'full' }) && <p className={css.note}>{inspectorFailures.full}</p>}
        </>
      )}
      <label className={css.note} htmlFor={`${id}-file`}>
        Replay a recording: choose its file, or drop it on the panel
      </label>
      <input
        id={`${id}-file`}
        type="file"
        accept="application/json,.json"
        className={css.file}
        aria-describedby={`${id}-refusal`}
        onChange={(event) => open(event.currentTarget.files?.[0])}
      />
      <p id={`${id}-refusal`} className={css.note}>
        {snapshot.matches({ replaying: 'refused' }) && snapshot.context.refusal}
      </p>
    </section>
  );
}
