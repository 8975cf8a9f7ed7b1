import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { inspectorMachine, InspectorSnapshot, PanelEnvironment } from './inspectorMachine.ts';

interface RecordingPartProps {
  readonly snapshot: InspectorSnapshot;
  readonly send: ActorRefFrom<typeof inspectorMachine>['send'];
}

const NOTES: Readonly<Record<PanelEnvironment['texts'], string>> = {
  placeholders: 'with placeholders for texts',
  public: 'with the texts of the app, except secret ones',
  redacted: 'with the texts that the app allows',
};

/** Saves the recording of this visit, and opens a file to replay. `openPanel` also accepts a file dropped on the panel. */
export function RecordingPart({ snapshot, send }: RecordingPartProps) {
  const id = useId();
  const { texts, changeTexts } = snapshot.context.environment;
  const open = (file: File | undefined) => file !== undefined && send({ type: 'recording.open', file });

  return (
    <section aria-label="Recording">
      <button type="button" aria-describedby={`${id}-note`} onClick={() => send({ type: 'recording.save' })}>
        Save recording
      </button>
      <p id={`${id}-note`} className="inspector-note">
        {`The inputs of the machines since this visit began, ${NOTES[texts]}.`}
      </p>
      {changeTexts !== undefined && (
        <>
          <button
            type="button"
            aria-pressed={texts === 'public'}
            aria-describedby={`${id}-texts`}
            onClick={() => send({ type: 'texts.change' })}
          >
            Record texts of this app
          </button>
          <p id={`${id}-texts`} className="inspector-note">
            For development. Reloads the page and begins a new recording. The choice is kept for this tab.
          </p>
        </>
      )}
      <label htmlFor={`${id}-file`}>Replay a recording: choose its file, or drop it on the panel</label>
      <input
        id={`${id}-file`}
        type="file"
        accept="application/json,.json"
        aria-describedby={`${id}-error`}
        onChange={(event) => open(event.currentTarget.files?.[0])}
      />
      <p id={`${id}-error`} className="inspector-note">
        {snapshot.matches({ file: 'refused' }) && snapshot.context.fileError}
      </p>
    </section>
  );
}
