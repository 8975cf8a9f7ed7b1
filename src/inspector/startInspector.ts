import { createActor, type InspectionEvent } from 'xstate';
import { inspectorMachine, type PanelEnvironment, type ReplayedVisit } from './panel/inspectorMachine.ts';
import type { PanelButton } from './panel/InspectorPanel.tsx';
import { openPanel } from './panel/openPanel.tsx';
import { createStepLog, type InspectedStep } from './panel/stepLog.ts';
import { createPlaceholders } from './recording/placeholders.ts';
import { SECRET, withoutSecrets, type TextRule } from './recording/plainData.ts';
import { parseRecording, recordingText } from './recording/recording.ts';
import { recordVisit } from './recording/recordVisit.ts';
import { secondsText } from './replay/recordedClock.ts';
import { replayRecording, type ReplayedProduct } from './replay/replayRecording.ts';

type Inspect = (event: InspectionEvent) => void;

/** Options that an app passes to the inspector. */
export interface InspectedProduct {
  /** Prefix of the file names of saved recordings. */
  readonly name: string;
  readonly build: string;
  /** The app's current time, in epoch milliseconds. */
  readonly epochMilliseconds: () => number;
  /** Matches the names of keys and fields whose values are neither shown nor recorded. By default those of passwords, tokens and secrets. */
  readonly secret?: RegExp;
  /** Matches the types of frequent events, such as pointer moves, that are neither listed nor recorded. */
  readonly ignored?: RegExp;
  /** Whether a recording may contain a text. By default none: every text becomes a placeholder. */
  readonly isPublic?: (...text: Parameters<TextRule>) => boolean;
  /** Redacts each text of a recording, also those under secret keys. It replaces `isPublic`. */
  readonly text?: TextRule;
  /** The current URL, without parts that must not be recorded. */
  readonly address: () => string;
  /** A button of the app at the end of the panel. */
  readonly button?: PanelButton | undefined;
  /** Loads the machines for a replay. */
  readonly replayed: () => Promise<ReplayedProduct>;
}

/** The panel renders at most once in this time, so that frequent events do not slow the app down. */
const GATHER_MILLISECONDS = 100;
/** Time for the browser to read a saved file before its object URL is revoked. */
const DOWNLOAD_MILLISECONDS = 60_000;

/** Opens the inspector's panel. @returns the `inspect` option for every root actor. */
export function startInspector(window: Window, product: InspectedProduct): Inspect {
  const now = () => window.performance.now();
  const { secret = SECRET, isPublic = () => false } = product;
  const placeholders = createPlaceholders();
  const written = withoutSecrets(secret, (...text) => (isPublic(...text) ? text[0] : placeholders(text[0], text[1])));
  const log = createStepLog(now, {
    secret,
    ignored: product.ignored,
    schedule: (deliver) => setTimeout(deliver, GATHER_MILLISECONDS),
  });
  const visit = recordVisit({ ...product, secret, text: product.text ?? written, now });
  const environment: PanelEnvironment = {
    subscribe: (listener) => log.subscribe((steps) => listener(steps, visit.isFull())),
    sendEvent: log.send,
    saveRecording: () => {
      const recording = visit.recording();
      const minute = new Date(recording.began).toISOString().slice(0, 16).replaceAll(':', '.');
      saveFile(window.document, `${product.name}-${minute}.json`, recordingText(recording));
    },
    replay: async (file) => replayText(await file.text(), await product.replayed(), secret),
  };
  openPanel(window, { inspector: createActor(inspectorMachine, { input: environment }), button: product.button });
  return (event) => {
    visit.inspect(event);
    log.inspect(event);
  };
}

/** Replays a recording. Rejects with a message for the user when the text is no recording or an empty one. */
async function replayText(text: string, product: ReplayedProduct, secret: RegExp): Promise<ReplayedVisit> {
  let at = 0;
  const log = createStepLog(() => at, { secret });
  const steps = new Promise<readonly InspectedStep[]>((resolve) => {
    log.subscribe(resolve);
  });
  const { frames, problems } = replayRecording(parseRecording(text), product, {
    inspect: log.inspect,
    onTime: (time) => {
      at = time;
    },
  });
  if (frames.every(({ machines }) => machines.size === 0)) throw new Error('Nothing was recorded');
  const messages = problems.map((each) => `${secondsText(each.at)} ${each.actor}: ${each.message}`);
  return { steps: await steps, problems: [...new Set(messages)] };
}

/** Downloads a text as a file. */
function saveFile(document: Document, name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MILLISECONDS);
}
