import type { InspectionEvent } from 'xstate';
import { recordVisit, type VisitRecorder } from '../../src/xstate-visit/recording/recordVisit.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { createRedaction } from '../../src/web/inspectorOptions/redaction.ts';
import type { Tab } from './tab.ts';

/** Records every visit of a simulation: one for each tab, and another after each reload. */
export class VisitRecorders {
  readonly #recorders = new Map<string, { readonly device: string; readonly recorder: VisitRecorder }>();

  inspect(tab: Tab, event: InspectionEvent): void {
    const recorder = this.#recorders.get(event.rootId) ?? { device: tab.device.name, recorder: start(tab) };
    this.#recorders.set(event.rootId, recorder);
    recorder.recorder.inspect(event);
  }

  /** The text of each recording by its name, to save as a file. */
  texts(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#recorders.values()].map(({ device, recorder }, index) => [
        `${device.replace(' ', '-')}-${index}`,
        recordingText(recorder.recording()),
      ]),
    );
  }
}

function start(tab: Tab): VisitRecorder {
  const { text, address } = createRedaction();
  return recordVisit({
    now: () => tab.device.time.now,
    epochMilliseconds: () => tab.device.now,
    address: () => address(new URL(tab.path, 'http://cinema.example')),
    text,
    build: 'simulation',
  });
}
