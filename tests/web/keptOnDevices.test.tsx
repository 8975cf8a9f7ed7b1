import { screen } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createBrowserDevice } from '../../src/web/browser/browserDevice.ts';
import { createStoredText } from '../../src/web/browser/browserStorage.ts';
import { createEnvironment } from '../../src/web/browser/createEnvironment.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { storedKeys, type StoredKey } from '../fixtures/keptOnDevices.ts';
import { openProduct, openTestApp } from './openProduct.tsx';

/** The keys that this version reads. */
function readKeys(): StoredKey[] {
  const keys: StoredKey[] = [];
  createEnvironment({
    apiUrl: 'http://localhost/api/',
    fetch,
    openFeed: () => ({ readyState: 0, addEventListener: () => undefined, close: () => undefined }),
    now: () => 0,
    zone: 'Asia/Jakarta',
    visitor: Promise.resolve(),
    storedText: (area, key) => {
      keys.push([area, key]);
      return createStoredText(window, area, key);
    },
    device: createBrowserDevice(window),
  });
  return keys;
}

/** Opens the product on a device with these keys; returns a sentence for each that it neither reads nor removes. */
async function leftBehind(released: readonly StoredKey[]): Promise<string[]> {
  const read = new Set(readKeys().map(String));
  const unread = released.filter((key) => !read.has(String(key)));
  for (const [area, key] of unread) window[area].setItem(key, 'left by an old version');
  await openProduct(await openTestApp(), '/about');
  await screen.findByRole('heading', { level: 1 });
  return unread.flatMap(([area, key]) =>
    window[area].getItem(key) === null ? [] : `${key} stays in ${area} for good: remove it from the device`,
  );
}

describe('what versions of the product leave on a device', () => {
  test('each stored key of a released version is read or removed', async () => {
    expect(await leftBehind(storedKeys)).toEqual([]);
  });

  test('control: a key that the product has forgotten is reported', async () => {
    expect(await leftBehind([...storedKeys, ['localStorage', 'nobar-now.selection']])).toEqual([
      'nobar-now.selection stays in localStorage for good: remove it from the device',
    ]);
  });

  test('the list of released keys, tests/fixtures/keptOnDevices.ts, contains each key that this version stores', async () => {
    const page = await readFile(`${projectRoot}/index.html`, 'utf8');
    const ofInlineScript = [...page.matchAll(/localStorage\.getItem\('([^']+)'\)/g)].map(([, key = '']) => key);
    expect(ofInlineScript.length).toBeGreaterThan(0);
    expect(readKeys()).toEqual(expect.arrayContaining(ofInlineScript.map((key) => ['localStorage', key])));
    expect(storedKeys).toEqual(expect.arrayContaining(readKeys()));
  });
});
