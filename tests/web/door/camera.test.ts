import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCamera } from '../../../src/web/door/camera.ts';
import { hide } from '../visitor.ts';

/** A track of a camera, which tells whether it is on. */
class Track extends EventTarget {
  isOn = true;
  readonly stop = () => {
    this.isOn = false;
  };
}

const CODE = 'a code';
const LINK = 'https://example.com';
const FIRST = '1'.repeat(20);
const SECOND = '2'.repeat(20);
const THIRD = '3'.repeat(20);
let tracks: Track[] = [];
let pictures = 0;
/** The texts in the picture. */
let seen: readonly string[] = [];

/** Replaces the media devices and the detector of the browser. */
function provide(getUserMedia: () => Promise<unknown>, formats = ['qr_code']): void {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static readonly getSupportedFormats = async () => formats;
      readonly detect = async () => {
        pictures += 1;
        return seen.map((rawValue) => ({ rawValue }));
      };
    },
  );
}

function openTrack(): Promise<unknown> {
  const track = new Track();
  tracks.push(track);
  return Promise.resolve({ getVideoTracks: () => [track] });
}

/** Starts the camera and returns what it reports. */
function start() {
  const camera = createCamera(window);
  const video = document.createElement('video');
  Object.defineProperty(video, 'readyState', { value: video.HAVE_ENOUGH_DATA });
  camera.show(video);
  const reports: string[] = [];
  const stop = camera.start({
    onStarted: () => reports.push('started'),
    onRead: (text) => reports.push(text),
    onFailed: (reason) => reports.push(`failed: ${reason}`),
  });
  onTestFinished(stop);
  return { reports, stop, video };
}

const areOn = () => tracks.map(({ isOn }) => isOn);

beforeEach(() => {
  tracks = [];
  pictures = 0;
  seen = [CODE];
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
});

describe('the camera of a door', () => {
  test('reads at most ten pictures a second, until it is stopped', async () => {
    provide(openTrack);
    const { reports, stop } = start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(reports.slice(0, 2)).toEqual(['started', CODE]);
    expect(pictures).toBeLessThanOrEqual(11);
    stop();
    const before = pictures;
    await vi.advanceTimersByTimeAsync(1000);
    expect([areOn(), pictures]).toEqual([[false], before]);
  });

  test('reads one of two tickets side by side until it is gone, and no link beside them', async () => {
    provide(openTrack);
    const { reports } = start();
    const readFrom = async (...texts: readonly string[]) => {
      seen = texts;
      const before = reports.length;
      await vi.advanceTimersByTimeAsync(200);
      return [...new Set(reports.slice(before))].filter((report) => report !== 'started');
    };
    expect(await readFrom(LINK)).toEqual([LINK]);
    expect(await readFrom(LINK, FIRST, SECOND)).toEqual([FIRST]);
    expect(await readFrom(LINK, SECOND), 'the detector misses the ticket').toEqual([]);
    expect(await readFrom(SECOND, FIRST)).toEqual([FIRST]);
    expect(await readFrom(THIRD), 'another ticket instead of both').toEqual([THIRD]);
    expect(await readFrom(THIRD, FIRST)).toEqual([THIRD]);
    await readFrom(FIRST);
    await readFrom(FIRST);
    expect(await readFrom(FIRST), 'the other one has been gone for half a second').toEqual([FIRST]);
  });

  test('is off while the page is hidden, and on again when it is shown', async () => {
    provide(openTrack);
    const { video } = start();
    await vi.advanceTimersByTimeAsync(100);
    hide(true);
    expect([areOn(), video.srcObject]).toEqual([[false], null]);
    hide(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(areOn()).toEqual([false, true]);
  });

  test('is turned off when the permission comes after it was stopped', async () => {
    const asked = Promise.withResolvers<unknown>();
    provide(() => asked.promise);
    const { reports, stop } = start();
    stop();
    asked.resolve(await openTrack());
    await vi.advanceTimersByTimeAsync(1000);
    expect([areOn(), reports]).toEqual([[false], []]);
  });

  test.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'absent'],
    ['NotReadableError', 'busy'],
    ['TypeError', 'failed'],
  ])('reports %s as %s, and stays off', async (name, reason) => {
    provide(() => Promise.reject(new DOMException('no camera', name)));
    const { reports } = start();
    await vi.advanceTimersByTimeAsync(0);
    hide(true);
    hide(false);
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual([`failed: ${reason}`]);
  });

  test('does not read with the detector of a browser that knows no QR codes', async () => {
    provide(openTrack, []);
    start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(pictures).toBe(0);
  });

  test('is absent on a page without TLS', async () => {
    vi.stubGlobal('navigator', {});
    const { reports } = start();
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual(['failed: absent']);
  });

  test('reports that another app took it', async () => {
    provide(openTrack);
    const { reports } = start();
    await vi.advanceTimersByTimeAsync(50);
    tracks[0]?.dispatchEvent(new Event('ended'));
    expect(reports.at(-1)).toBe('failed: busy');
    expect(areOn()).toEqual([false]);
  });
});
