import type { Camera, CameraFailure, CameraListener } from '#machines/doorEnvironment.ts';
import { readAdmissionCode } from '#domain/admissionCode.ts';

/** Milliseconds between two pictures that are searched for a code. */
const INTERVAL = 100;

/** Pictures that may lack a code before one beside it is read: detectors miss a code in a moving hand. */
const MISSED = 5;

/** Large enough for a code on a phone half a metre away, small enough to search ten pictures a second on an old phone. */
const PICTURE: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

/** The part of `BarcodeDetector` that both the browser's own one and that of the package `qr` have. */
interface Detector {
  readonly detect: (picture: HTMLVideoElement) => Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  readonly getSupportedFormats: () => Promise<readonly string[]>;
  new (options: { formats: ['qr_code'] }): Detector;
}

declare global {
  interface Window {
    /** Chrome has it on Android and macOS, and without any format where the system reads no codes. */
    readonly BarcodeDetector?: DetectorClass;
  }
}

export interface DoorCamera extends Camera {
  /** Sets the element that shows the picture. Nothing is read while there is none. */
  readonly show: (video: HTMLVideoElement | null) => void;
}

const REASONS: Readonly<Record<string, CameraFailure>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'absent',
  OverconstrainedError: 'absent',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Reads QR codes with the rear camera. The camera is off while the page is hidden, so that other apps can use it. */
export function createCamera(window: Window): DoorCamera {
  const { document } = window;
  let video: HTMLVideoElement | null = null;
  let stream: MediaStream | null = null;

  const show = (shown: MediaStream | null) => {
    stream = shown;
    if (video !== null && video.srcObject !== shown) video.srcObject = shown;
  };

  /** Runs until the signal is aborted, or until the camera fails. Throws what the browser throws. */
  const run = async ({ onStarted, onRead, onFailed }: CameraListener, signal: AbortSignal): Promise<void> => {
    // Pages without TLS have no media devices.
    const { mediaDevices }: { readonly mediaDevices?: MediaDevices } = window.navigator;
    if (mediaDevices === undefined) return onFailed('absent');
    const [own, detector] = await Promise.all([mediaDevices.getUserMedia({ video: PICTURE }), createDetector(window)]);
    const [track] = own.getVideoTracks();
    const turnOff = () => {
      track?.stop();
      if (stream === own) show(null);
    };
    if (signal.aborted) return turnOff();
    signal.addEventListener('abort', turnOff);
    track?.addEventListener('ended', () => signal.aborted || onFailed('busy'));
    show(own);
    onStarted();
    const choose = createChoice();
    while (!signal.aborted) {
      const pause = new Promise((resolve) => window.setTimeout(resolve, INTERVAL));
      const hasPicture = (video?.readyState ?? 0) >= HTMLMediaElement.HAVE_CURRENT_DATA;
      const codes = video !== null && hasPicture ? await detector.detect(video) : [];
      if (signal.aborted) return;
      const text = choose(codes.map(({ rawValue }) => rawValue));
      if (text !== undefined) onRead(text);
      await pause;
    }
  };

  return {
    show: (shown) => {
      video = shown;
      if (video !== null) video.srcObject = stream;
    },
    start: ({ onStarted, onRead, onFailed }) => {
      let visible = new AbortController();
      const stop = () => {
        document.removeEventListener('visibilitychange', follow);
        visible.abort();
      };
      const fail = (reason: CameraFailure) => {
        stop();
        onFailed(reason);
      };
      const follow = () => {
        visible.abort();
        if (document.hidden) return;
        visible = new AbortController();
        const { signal } = visible;
        run({ onStarted, onRead, onFailed: fail }, signal).catch((error: unknown) => {
          if (!signal.aborted) fail(reasonOf(error));
        });
      };
      document.addEventListener('visibilitychange', follow);
      follow();
      return stop;
    },
  };
}

/**
 * Chooses the text to read when a picture shows several, such as the tickets of two people side by side. A ticket comes before other texts.
 * The chosen one stays the only one while it is in the picture: else each would be read again and again, as if it had come back.
 */
function createChoice(): (texts: readonly string[]) => string | undefined {
  let chosen: string | undefined;
  const beside = new Set<string>();
  let missed = 0;
  return (texts) => {
    const tickets = texts.filter((text) => readAdmissionCode(text) !== undefined);
    const readable = tickets.length > 0 ? tickets : texts;
    const next =
      readable.find((text) => text === chosen) ?? readable.find((text) => missed >= MISSED || !beside.has(text));
    missed = next === undefined ? missed + 1 : 0;
    if (next === undefined) return undefined;
    if (next !== chosen) beside.clear();
    for (const text of texts) beside.add(text);
    chosen = next;
    return next;
  };
}

/** The browser's own detector where it reads QR codes, otherwise that of the package, whose code loads only then. */
async function createDetector({ BarcodeDetector: Own }: Window): Promise<Detector> {
  const isUsable =
    Own !== undefined && (await Own.getSupportedFormats().catch((): readonly string[] => [])).includes('qr_code');
  const Chosen = isUsable ? Own : (await import('qr/decode.js')).BarcodeDetector;
  return new Chosen({ formats: ['qr_code'] });
}

function reasonOf(error: unknown): CameraFailure {
  return (error instanceof DOMException && REASONS[error.name]) || 'failed';
}
