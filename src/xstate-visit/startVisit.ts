import type { InspectionEvent } from 'xstate';
import type { PanelOptions } from './panel/openPanel.tsx';
import { createStepLog } from './panel/stepLog.ts';
import type { Machines } from './recording/actors.ts';
import type { Revival } from './recording/plainData.ts';
import { recordingText } from './recording/recording.ts';
import { recordVisit } from './recording/recordVisit.ts';
import type { TextRule } from './recording/secrets.ts';
import type { Sanitizers } from './sanitizers.ts';
import { requireSupportedXState } from './supportedXState.ts';

declare global {
  // Lets the types be used in an app without the library of the DOM.
  interface Window {}
}

/** Options of the inspector. Only `machines` is required. */
export interface StartOptions extends Sanitizers {
  /** The app's root machines. Recordings name them by these keys, so a check needs the same keys. */
  readonly machines: Machines;
  /** Loads the machines for a replay. By default `machines`. An app needs it if it provides actors later. */
  readonly replayedMachines?: () => Promise<Machines>;
  /** The window of the page. By default the global one. */
  readonly window?: Window;
  /** Prefix of the file names of saved recordings. By default `visit`. */
  readonly name?: string;
  /** The version of the app, to be read by people. By default empty. */
  readonly build?: string;
  /** The app's current time, in epoch milliseconds. By default `Date.now`. */
  readonly epochMilliseconds?: () => number;
  /** The current URL, without parts that must not be recorded. By default its path without the query. */
  readonly address?: () => string;
  /** Matches the app's own names of secret keys and fields, in addition to passwords, tokens and the like. */
  readonly secret?: RegExp;
  /** Matches the types of events that the inspector ignores, such as frequent pointer moves. */
  readonly ignored?: RegExp;
  /** Whether a recording may contain a text. By default only the texts of the machines; placeholders replace all others. */
  readonly isPublic?: (...text: Parameters<TextRule>) => boolean;
  /** Redacts each text of a recording, even under secret keys. Replaces `isPublic`. */
  readonly text?: TextRule;
  /**
   * The kind of texts in a recording: placeholders (the default) or the texts of the app, except secret ones. The user can change it
   * in the panel, which reloads the page; the browser tab keeps that choice. Ignored if `text` is set.
   */
  readonly texts?: 'placeholders' | 'public';
  /** The panel at the start: beside the page (the default), minimised to a button, or none, which only records. */
  readonly panel?: 'open' | 'minimised' | 'none';
  /** Creates an error of the app from the result of its `toJSON`. */
  readonly reviveError?: Revival['error'];
  /** The app's own button at the end of the panel. */
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

/** The panel renders at most once per this time. Otherwise frequent events would slow the app down. */
const GATHER_MILLISECONDS = 100;
/** Time for the browser to read a saved file before its object URL is revoked. */
const DOWNLOAD_MILLISECONDS = 60_000;

/** The key of `sessionStorage` for the user's choice of texts. */
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

  // The app starts before the panel is loaded, which contains React.
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

/** The `sessionStorage` of the tab. Undefined if the browser forbids it. */
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
