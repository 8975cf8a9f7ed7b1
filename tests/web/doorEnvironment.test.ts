import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Camera } from '#machines/doorEnvironment.ts';
import { createDoorEnvironment } from '../../src/web/door/createDoorEnvironment.ts';
import { admitEntry, codes, conflict, door, doorScreening, tickets, undoEntry } from '../fixtures/doorFixture.ts';

const TOKEN = 'kV3xQ0b7T2mNfYc9Zr1sLAkV3xQ0b7T2mNfYc9Zr1sL';
const OTHER = `${TOKEN.slice(0, -1)}M`;
const camera: Camera = { start: () => () => undefined };

function refuseStorage(): void {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });
}

/** Replaces a property of an object, such as `navigator`, until the test ends. */
function replace(target: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  });
}

function open(send: typeof fetch = () => new Promise(() => undefined)) {
  return createDoorEnvironment(window, camera, { fetch: send });
}

function openLink(token: string): void {
  window.history.replaceState(null, '', `/door?inspect#${token}`);
}

describe('the link of a door', () => {
  test('is stored, and its token leaves the address', () => {
    openLink(TOKEN);
    const { link, storage } = open();
    expect(storage.hasToken()).toBe(false);
    link.take();
    expect([storage.hasToken(), window.location.href]).toEqual([true, `${window.location.origin}/door?inspect`]);
    expect(open().storage.hasToken()).toBe(true);
  });

  test.each(['', 'content', 'cut', 'with%20spaces%20in%20a%20long%20text', 'x'.repeat(101)])(
    'that is no link leaves the stored token: #%s',
    (fragment) => {
      openLink(TOKEN);
      open().link.take();
      openLink(fragment);
      open().link.take();
      expect(window.localStorage.getItem('nobar-now.door')).toBe(TOKEN);
    },
  );

  test('keeps its token in the address while the browser stores nothing, so that a reload finds it', () => {
    refuseStorage();
    openLink(TOKEN);
    const { link, storage } = open();
    link.take();
    expect([storage.hasToken(), window.location.hash]).toEqual([true, `#${TOKEN}`]);
  });

  test('of another door removes the stored list and unanswered checks, and keeps the queue and the conflicts', () => {
    openLink(TOKEN);
    const { link, storage } = open();
    link.take();
    storage.saved.write({ door, screening: doorScreening, tickets });
    storage.asked.add(admitEntry);
    storage.queue.add(admitEntry);
    storage.conflicts.add(conflict);
    openLink(TOKEN);
    link.take();
    expect(storage.saved.read()).toEqual({ door, screening: doorScreening, tickets });
    openLink(OTHER);
    link.take();
    expect([storage.saved.read(), storage.asked.list()]).toEqual([undefined, []]);
    expect([storage.queue.list(), storage.conflicts.list()]).toEqual([[admitEntry], [conflict]]);
  });

  test('reports a second link in the same tab, and no other fragment', () => {
    const opened = vi.fn<() => void>();
    const end = open().link.subscribe(opened);
    openLink('content');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(opened).not.toHaveBeenCalled();
    openLink(TOKEN);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(opened).toHaveBeenCalledOnce();
    end();
  });

  test('sends the key of a queued admission with the token of the new door', async () => {
    const sent: (string | null)[] = [];
    openLink(TOKEN);
    const environment = open(async (input, init) => {
      sent.push(new Request(input, init).headers.get('authorization'));
      return Response.json({ answer: 'not_ours' });
    });
    const send = () =>
      environment.api('admitTicket', { input: { ...doorScreening, code: codes[0] }, idempotencyKey: 'key-1' });
    environment.link.take();
    await send();
    openLink(OTHER);
    environment.link.take();
    await send();
    expect(sent).toEqual([`Bearer ${TOKEN}`, `Bearer ${OTHER}`]);
  });
});

describe('the queue in storage', () => {
  test('is listed in the order of its times, by every tab', () => {
    const [one, other] = [open().storage.queue, open().storage.queue];
    other.add(undoEntry);
    one.add(admitEntry);
    expect(one.list()).toEqual([admitEntry, undoEntry]);
    one.remove(admitEntry.key);
    expect(other.list()).toEqual([undoEntry]);
  });

  test('skips what it cannot read, and leaves it in storage', () => {
    const { queue } = open().storage;
    window.localStorage.setItem('nobar-now.door.queue.key-9', '{"kind":"admit"}');
    window.localStorage.setItem('nobar-now.door.queue.key-8', 'not JSON');
    queue.add(admitEntry);
    expect([queue.list(), window.localStorage.length]).toEqual([[admitEntry], 3]);
  });

  test('says that it stored nothing when storage is full', () => {
    refuseStorage();
    const { queue } = open().storage;
    expect([queue.add(admitEntry), queue.list()]).toEqual([false, []]);
  });

  test('is empty when storage is blocked', () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    const { queue } = open().storage;
    queue.remove('key-1');
    const results = [queue.add(admitEntry), queue.list()];
    blocked.mockRestore();
    expect(results).toEqual([false, []]);
  });

  test.each([
    ['nobar-now.door.queue.key-1', true],
    [null, true],
    ['nobar-now.door.conflict.key-1', false],
    ['nobar-now.theme', false],
  ])('reports a change of %s by another tab: %s', (key, isReported) => {
    const changed = vi.fn<() => void>();
    const end = open().storage.queue.subscribe(changed);
    window.dispatchEvent(new StorageEvent('storage', { key }));
    expect(changed).toHaveBeenCalledTimes(isReported ? 1 : 0);
    end();
  });
});

test.each([
  ['cancelled', { answer: 'cancelled' }],
  ['not undone', { answer: 'not_undone' }],
  ['refused', { answer: 'failed', failure: { code: 'idempotency_conflict', seatNumbers: [], message: 'No' } }],
] as const)('a conflict that was %s survives a reload', (_, outcome) => {
  open().storage.conflicts.add({ ...conflict, outcome });
  expect(open().storage.conflicts.list()).toEqual([{ ...conflict, outcome }]);
});

describe('the hash of a code', () => {
  test.each([
    ['over TLS', true],
    ['on a page without TLS', false],
  ])('is the SHA-256 in hexadecimal %s', async (_, hasSubtle) => {
    if (!hasSubtle) vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    // As `printf %s abc | sha256sum` prints it.
    expect(await open().sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('the phone', () => {
  test('is kept awake while the page is visible, also after it was hidden', async () => {
    const releases = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const request = vi.fn<() => Promise<{ release: typeof releases }>>(() => Promise.resolve({ release: releases }));
    replace(navigator, 'wakeLock', { request });
    const end = open().device.keepReady();
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
    expect(request).toHaveBeenCalledTimes(2);
    replace(document, 'hidden', true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    end();
    expect(releases).toHaveBeenCalledOnce();
  });

  test('may refuse to stay awake, and has neither tones nor vibration', async () => {
    replace(navigator, 'wakeLock', { request: () => Promise.reject(new DOMException('Refused', 'NotAllowedError')) });
    const { device } = open();
    const end = device.keepReady();
    device.signal('good');
    await Promise.resolve();
    end();
  });

  test('vibrates once for a welcome, twice for an unsure answer and long for a refusal', () => {
    const vibrate = vi.fn<(pattern: number[]) => boolean>(() => true);
    replace(navigator, 'vibrate', vibrate);
    const { device } = open();
    for (const signal of ['good', 'unsure', 'bad'] as const) device.signal(signal);
    expect(vibrate.mock.calls).toEqual([[[80]], [[80, 80, 80]], [[400]]]);
  });
});
