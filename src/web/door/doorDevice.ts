import type { DoorDevice } from '#machines/doorEnvironment.ts';
import type { Signal } from '#domain/door.ts';
import { listen } from '../browser/listen.ts';
import { createTabs } from '../browser/tabs.ts';

interface Pattern {
  /** The frequencies of the tones in hertz, one after the other. */
  readonly tones: readonly number[];
  /** The length of each tone in seconds. */
  readonly length: number;
  /** Milliseconds of vibration and pause, in turn. */
  readonly vibration: number[];
}

/** Rising, level and falling, so that the answers differ for people who do not look, and without a sound by the vibration. */
const PATTERNS: Readonly<Record<Signal, Pattern>> = {
  good: { tones: [660, 990], length: 0.12, vibration: [80] },
  unsure: { tones: [660, 660], length: 0.12, vibration: [80, 80, 80] },
  bad: { tones: [330, 220], length: 0.25, vibration: [400] },
};

const VOLUME = 0.3;

/** The parts of a phone that not every browser has. */
type Phone = Partial<Pick<Navigator, 'vibrate' | 'wakeLock'>>;

export function createDoorDevice(window: Window & { readonly AudioContext?: typeof AudioContext }): DoorDevice {
  const { document } = window;
  const phone: Phone = window.navigator;
  let audio: AudioContext | undefined;

  /** Browsers play sound only after a touch or a key, and some only if it was resumed then. */
  const allowSound = () => {
    audio ??= window.AudioContext && new window.AudioContext();
    void audio?.resume().catch(() => undefined);
  };

  const tabs = createTabs('nobar-now.door');

  return {
    isHidden: () => document.hidden,
    onVisibilityChange: (listener) => listen(document, 'visibilitychange', listener),
    onOnline: (listener) => listen(window, 'online', listener),
    onOtherTab: tabs.subscribe,
    notifyTabs: tabs.notify,
    keepReady: () => {
      allowSound();
      const ends = [
        listen(document, 'pointerdown', allowSound),
        listen(document, 'keydown', allowSound),
        keepScreenOn(document, phone),
      ];
      return () => ends.forEach((end) => end());
    },
    signal: (signal) => {
      const { tones, length, vibration } = PATTERNS[signal];
      phone.vibrate?.(vibration);
      if (audio?.state === 'running')
        for (const [index, tone] of tones.entries()) play(audio, tone, index * length, length);
    },
  };
}

/** Browsers end the lock when the page is hidden. */
function keepScreenOn(document: Document, { wakeLock }: Phone): () => void {
  let isOver = false;
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.hidden) return;
    const requested = await wakeLock?.request('screen');
    if (isOver) await requested?.release();
    else lock = requested;
  };
  // The browser refuses when the battery is low.
  const attempt = () => void request().catch(() => undefined);
  attempt();
  const end = listen(document, 'visibilitychange', attempt);
  return () => {
    isOver = true;
    end();
    void lock?.release().catch(() => undefined);
  };
}

function play(audio: AudioContext, frequency: number, delay: number, length: number): void {
  const oscillator = new OscillatorNode(audio, { frequency });
  const gain = new GainNode(audio, { gain: VOLUME });
  const start = audio.currentTime + delay;
  // A tone that ends at once clicks.
  gain.gain.setTargetAtTime(0, start + length * 0.8, length * 0.1);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
