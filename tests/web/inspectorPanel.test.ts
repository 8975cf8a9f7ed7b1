import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { recordingOf, recordingText } from '../../src/recording/recording.ts';
import { bindInspector } from '../../src/web/inspector/bindInspector.ts';
import { createRecorder } from '../../src/web/inspector/createRecorder.ts';
import { openPanel } from '../../src/web/inspector/openPanel.tsx';

const recording = recordingText(recordingOf({ build: 'main-test.js', began: 0, machines: {}, entries: [] }));

afterEach(() => document.body.replaceChildren());

async function openInspector() {
  const inspector = createActor(
    bindInspector(
      window,
      createRecorder(() => 0),
    ),
  ).start();
  openPanel(window, { inspector, machineOf: () => undefined });
  await screen.findByRole('region', { name: 'Inspector' });
  return inspector;
}

function drop(...files: readonly File[]) {
  const panel = screen.getByRole('region', { name: 'Inspector' });
  const event = createEvent.drop(panel, { dataTransfer: { files } });
  fireEvent(panel, event);
  return event;
}

describe('a file that is dropped on the panel', () => {
  test.each([
    ['no recording', new File(['{"films":[]}'], 'films.json'), /This file is no recording of Nobar Now/],
    ['broken', new File([recording.slice(0, -4)], 'broken.json'), /This file is no recording: it is not JSON/],
    ['of a later version', fileOf({ version: 2 }), /This recording has version 2; this build reads version 1/],
    ['damaged', fileOf({ entries: [{ is: 'sent' }] }), /This recording is damaged: entries\.0/],
    ['empty', new File([], 'empty.json'), /This file is no recording: it is not JSON/],
    ['a picture of 5 MB', new File([new Uint8Array(5_000_000).fill(137)], 'film.png'), /none has more than a million/],
  ])('and is %s is refused with a sentence; all else stays as it is', async (_, file, sentence) => {
    const inspector = await openInspector();
    const { value, context } = inspector.getSnapshot();
    drop(file);
    const part = within(screen.getByRole('region', { name: 'Recording' }));
    await part.findByText(sentence);
    expect(screen.getByRole('status').textContent).toMatch(sentence);
    expect(inspector.getSnapshot().value).toEqual({ ...value, replaying: 'refused' });
    expect(inspector.getSnapshot().context).toEqual({ ...context, refusal: expect.stringMatching(sentence) });
    expect(window.sessionStorage.length).toBe(0);
  });

  test('never takes the browser to the file, nor does what is none', async () => {
    const inspector = await openInspector();
    const before = inspector.getSnapshot();
    expect(drop().defaultPrevented).toBe(true);
    expect(inspector.getSnapshot()).toBe(before);
    expect(drop(new File([], 'empty.json')).defaultPrevented).toBe(true);
  });
});

function fileOf(changes: object): File {
  return new File([JSON.stringify({ ...JSON.parse(recording), ...changes })], 'recording.json');
}
