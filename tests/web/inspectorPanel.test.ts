import { createEvent, fireEvent, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { startVisit } from '../../src/xstate-visit/startVisit.ts';
import { recordingOf, recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { inspector, openedInspector } from './inspector.ts';

const recording = recordingText(
  recordingOf({ build: 'main-test.js', began: 0, machines: {}, hasWords: true, placeholders: [], entries: [] }),
);

async function openInspector() {
  startVisit({ machines: {} });
  await openedInspector();
  await inspector().findByRole('region', { name: 'Inspector' });
}

function drop(...files: readonly File[]) {
  const panel = inspector().getByRole('region', { name: 'Inspector' });
  const event = createEvent.drop(panel, { dataTransfer: { files } });
  fireEvent(panel, event);
  return event;
}

describe('dropping a file on the panel', () => {
  test.each([
    [
      'with other JSON',
      new File(['{"films":[]}'], 'films.json'),
      /This file is not a recording: its format is missing/,
    ],
    ['without a recorded step', fileOf({}), /Nothing was recorded/],
  ])('rejects a file %s; the message shows next to the field and is announced', async (_, file, message) => {
    await openInspector();
    drop(file);
    const part = within(inspector().getByRole('region', { name: 'Recording' }));
    await part.findByText(message);
    expect(inspector().getByRole('status').textContent).toMatch(message);
    expect(inspector().queryByRole('region', { name: 'Replay' })).toBeNull();
  });

  test('prevents the browser from opening the file, and prevents the default of a drop without a file, too', async () => {
    await openInspector();
    expect(drop().defaultPrevented).toBe(true);
    expect(drop(new File([], 'empty.json')).defaultPrevented).toBe(true);
  });
});

function fileOf(changes: object): File {
  return new File([JSON.stringify({ ...JSON.parse(recording), ...changes })], 'recording.json');
}
