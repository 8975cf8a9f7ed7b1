import './inspector.css';
import { createActor, type InspectionEvent } from 'xstate';
import { inspectorMachine, type PanelEnvironment } from './panel/inspectorMachine.ts';
import { openPanel } from './panel/openPanel.tsx';
import { createStepLog, type InspectedStep } from './panel/stepLog.ts';
import { asObject, createPlainData, withoutSecrets, type TextRule } from './recording/plainData.ts';
import { parseRecording, recordingText } from './recording/recording.ts';
import { recordVisit } from './recording/recordVisit.ts';
import { startedActors } from './recording/startedActors.ts';
import { replayRecording, type ReplayedProduct } from './replay/replayRecording.ts';

type Inspect = (event: InspectionEvent) => void;

/** The options of the inspector, given by the product. */
export interface InspectedProduct {
  /** The beginning of the name of a saved recording's file. */
  readonly name: string;
  readonly build: string;
  /** The product's present, in epoch milliseconds. */
  readonly epochMilliseconds: () => number;
  /** Names of keys and fields whose values are never shown. */
  readonly secret: RegExp;
  /** Redacts each text of a recording. */
  readonly text: TextRule;
  /** Where the visitor is, without what must not be recorded. */
  readonly address: () => string;
  /** Gives the machines that a recording is replayed on. */
  readonly replayed: () => Promise<ReplayedProduct>;
}

/** How many messages wait until Stately's window listens. */
const WAITING_MESSAGES = 2000;
/** How long the browser may take to fetch what it saves. */
const DOWNLOAD_MILLISECONDS = 60_000;

/** Opens the inspector beside the product; gives the function to be handed to every root actor as `inspect`. */
export async function startInspector(window: Window, product: InspectedProduct): Promise<Inspect> {
  const now = () => window.performance.now();
  const shown = withoutSecrets(product.secret);
  const log = createStepLog(now, shown);
  const visit = recordVisit({ ...product, now });
  const environment: PanelEnvironment = {
    subscribe: (listener) => log.subscribe((steps) => listener(steps, visit.isFull())),
    sendEvent: log.send,
    saveRecording: () => {
      const recording = visit.recording();
      const minute = new Date(recording.began).toISOString().slice(0, 16).replaceAll(':', '.');
      saveFile(window.document, `${product.name}-${minute}.json`, recordingText(recording));
    },
    replay: async (file) => stepsOf(await file.text(), await product.replayed(), shown),
  };
  const stately = wantsStately(window) ? await startStately(window, shown) : undefined;
  openPanel(window, {
    inspector: createActor(inspectorMachine, { input: environment }).start(),
    openStately: stately?.open,
  });
  return (event) => {
    visit.inspect(event);
    log.inspect(event);
    stately?.inspect(event);
  };
}

/** The steps that a recording leads to on the machines of this build; rejects with a sentence when the text holds none. */
async function stepsOf(text: string, product: ReplayedProduct, shown: TextRule): Promise<readonly InspectedStep[]> {
  let at = 0;
  const log = createStepLog(() => at, shown);
  const steps = new Promise<readonly InspectedStep[]>((resolve) => {
    log.subscribe(resolve);
  });
  const { frames } = replayRecording(parseRecording(text), product, {
    inspect: log.inspect,
    onTime: (time) => {
      at = time;
    },
  });
  if (frames.every(({ machines }) => machines.size === 0)) throw new Error('Nothing was recorded');
  return steps;
}

function wantsStately({ location }: Window): boolean {
  return new URLSearchParams(location.search).get('inspect') === 'stately';
}

/** Sends Stately's own inspector what happens, without secrets. Its window opens at once where the browser lets it, or by `open` at a press. */
async function startStately(window: Window, shown: TextRule) {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const plain = createPlainData(shown);
  const { inspect, start } = createBrowserInspector({
    window,
    maxDeferredEvents: WAITING_MESSAGES,
    serialize: (event) => ({ ...event, ...asObject(plain(event)) }),
  });
  return { inspect: startedActors((event) => inspect.next?.(event)), open: start };
}

/** Hands the browser a text as a file to be saved. */
function saveFile(document: Document, name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MILLISECONDS);
}
