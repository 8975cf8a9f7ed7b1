import type { InspectionEvent } from 'xstate';
import type { PanelOptions } from './panel/openPanel.tsx';
import { createStepLog } from './panel/stepLog.ts';
import type { Machines } from './recording/actors.ts';
import type { Revival, TextRule } from './recording/plainData.ts';
import { recordingText } from './recording/recording.ts';
import { recordVisit } from './recording/recordVisit.ts';
import type { Sanitizers } from './sanitizers.ts';
import { requireSupportedXState } from './supportedXState.ts';

declare global {
  // Lets the types be used in an app without the library of the DOM.
  interface Window {}
}

/** Options of the inspector. Only `machines` is required. */
export interface StartOptions extends Sanitizers {
  /** The app's root machines. A recording names each by its key, so a check needs the same keys. */
  readonly machines: Machines;
  /** Loads the machines for a replay. By default `machines`. Useful for an app that provides actors later. */
  readonly replayedMachines?: () => Promise<Machines>;
  /** The window with the page. By default the global one. */
  readonly window?: Window;
  /** Prefix of the file names of saved recordings. By default `visit`. */
  readonly name?: string;
  /** The version of the app, to be read by people. By default empty. */
  readonly build?: string;
  /** The app's current time, in epoch milliseconds. By default `Date.now`. */
  readonly epochMilliseconds?: () => number;
  /** The current URL, without parts that must not be recorded. By default its path without the query. */
  readonly address?: () => string;
  /** Matches more names of keys and fields whose values are neither shown nor recorded. Passwords, tokens and the like never are. */
  readonly secret?: RegExp;
  /** Matches the types of frequent events, such as pointer moves, that are neither listed nor recorded. */
  readonly ignored?: RegExp;
  /** Whether a recording may contain a text. The texts of the machines themselves are public, others by default not: they become placeholders. */
  readonly isPublic?: (...text: Parameters<TextRule>) => boolean;
  /** Redacts each text of a recording, also those under secret keys. It replaces `isPublic`. */
  readonly text?: TextRule;
  /**
   * Whether a recording contains placeholders or the app's texts, except secret ones. By default `placeholders`. A button of the panel
   * reloads the page with the other choice, which this browser tab keeps. The option `text` takes the place of both.
   */
  readonly texts?: 'placeholders' | 'public';
  /** How the panel begins: beside the page, as a button, or not at all, which only records. By default `open`. */
  readonly panel?: 'open' | 'minimised' | 'none';
  /** Creates the app's errors again from what their `toJSON` returned. */
  readonly reviveError?: Revival['error'];
  /** A button of the app at the end of the panel. */
  readonly button?: { readonly label: string; readonly press: () => void } | undefined;
}

/** A running inspector. */
export interface Visit {
  /** The option `inspect` for every root actor: `createActor(machine, { inspect })` or `useMachine(machine, { inspect })`. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Closes the panel and ends the recording. */
  readonly stop: () => void;
  /** Returns the text of the recording so far, as the panel would save it. */
  readonly save: () => string;
}

/** The panel renders at most once in this time, so that frequent events do not slow the app down. */
const GATHER_MILLISECONDS = 100;
/** Time for the browser to read a saved file before its object URL is revoked. */
const DOWNLOAD_MILLISECONDS = 60_000;

/** The key of sessionStorage for the choice of texts. */
const TEXTS = 'xstate-visit.texts';

/** Opens the inspector's panel and records the visit from now on. Call it once, before the app creates its actors. */
export function startVisit(options: StartOptions): Visit {
  requireSupportedXState();
  const {
    machines,
    replayedMachines = () => Promise.resolve(machines),
    window = globalThis.window,
    name = 'visit',
    build = '',
    epochMilliseconds = Date.now,
    address = () => window.location.pathname,
    secret,
    isPublic = () => false,
    ignored,
    reviveError,
    button,
    panel = 'open',
    sanitizeEvent,
    sanitizeContext,
  } = options;
  const now = () => window.performance.now();
  const shown = { secret, sanitizeEvent, sanitizeContext };
  const storage = storageOf(window);
  const texts = options.text === undefined ? (chosenTexts(storage) ?? options.texts ?? 'placeholders') : 'redacted';
  const log = createStepLog(now, {
    ...shown,
    machines,
    ignored,
    schedule: (deliver) => setTimeout(deliver, GATHER_MILLISECONDS),
  });
  const visit = recordVisit({
    machines,
    now,
    epochMilliseconds,
    address,
    secret,
    ignored,
    build,
    isPublic: texts === 'public' ? () => true : isPublic,
    ...(options.text === undefined ? {} : { text: options.text }),
  });
  const changeTexts = () => {
    storage?.setItem(TEXTS, texts === 'public' ? 'placeholders' : 'public');
    window.location.reload();
  };
  const environment: PanelOptions['environment'] = {
    subscribe: log.subscribe,
    sendEvent: log.send,
    texts,
    changeTexts: storage === undefined || texts === 'redacted' ? undefined : changeTexts,
    saveRecording: () => {
      const recording = visit.recording();
      const minute = new Date(recording.began).toISOString().slice(0, 16).replaceAll(':', '.');
      saveFile(window.document, `${name}-${minute}.json`, recordingText(recording));
    },
    replay: async (file) => {
      const { replayText } = await import('./panel/replayText.ts');
      const product = { machines: await replayedMachines(), ...(reviveError === undefined ? {} : { reviveError }) };
      return replayText(await file.text(), product, shown);
    },
  };
  let isStopped = false;
  let closePanel: (() => void) | undefined;

  // The panel contains React and the layout of statecharts: the app starts before they are loaded.
  async function open() {
    const { openPanel } = await import('./panel/openPanel.tsx');
    if (!isStopped) closePanel = openPanel(window, { environment, button, isMinimised: panel === 'minimised' });
  }

  if (panel !== 'none') void open();
  return {
    inspect: (event) => {
      if (isStopped) return;
      visit.inspect(event);
      if (panel !== 'none') log.inspect(event);
    },
    stop: () => {
      isStopped = true;
      closePanel?.();
    },
    save: () => recordingText(visit.recording()),
  };
}

/** The tab's storage; undefined where the browser forbids it. */
function storageOf(window: Window): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

function chosenTexts(storage: Storage | undefined): 'placeholders' | 'public' | undefined {
  const chosen = storage?.getItem(TEXTS);
  return chosen === 'placeholders' || chosen === 'public' ? chosen : undefined;
}

/** Downloads a text as a file. */
function saveFile(document: Document, name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MILLISECONDS);
}
