import { beforeEach, describe, expect, test } from 'vitest';
import { followLocation } from '#machines/navigation.ts';
import { browserEnvironment } from '../../src/web/browser/browserEnvironment.ts';
import { openApp, startApp } from '../../src/web/actors/openApp.ts';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { hold, takeLeftovers } from '../leftovers.ts';

const nothing = () => undefined;
const environment = browserEnvironment(window);
const { clock, device, storage } = environment;

function openRoot() {
  return openApp({ environment: testEnvironment(), loadPage: () => undefined });
}

describe('a test that leaves something open fails, and the message names it and the file that opened it', () => {
  beforeEach(() => void takeLeftovers());

  const kinds: readonly [string, RegExp, () => () => void][] = [
    [
      'a listener on the window',
      /^a listener for online on window, from src\/web\/browser\/browserDevice\.ts:\d+/,
      () => device.onOnline(nothing),
    ],
    [
      'a listener on the document',
      /^a listener for visibilitychange on document, from src\/web/,
      () => device.onVisibilityChange(nothing),
    ],
    [
      'a storage listener',
      /^a listener for storage on window, from src\/web\/browser\/browserStorage/,
      () => storage.theme.subscribe(nothing),
    ],
    [
      'an interval',
      /^setInterval of 5000 ms, from src\/web\/browser\/serverClock\.ts/,
      () => clock.every(5000, nothing),
    ],
    [
      'a BroadcastChannel',
      /^a channel to other tabs, from src\/web\/browser\/tabs\.ts/,
      () => device.onOtherTab(nothing),
    ],
    [
      'an actor',
      /^the actor app(#\d+)?, from src\/web\/actors\/openApp\.ts/,
      () => {
        const app = openRoot();
        startApp(app);
        return () => app.stop();
      },
    ],
    [
      'a subscription to an actor',
      /^a subscription to the actor app(#\d+)?, from machines\/navigation\.ts/,
      () => followLocation(openRoot().system, nothing),
    ],
    [
      'a subscription to the test environment',
      /^a subscription to device\.onScroll, from /,
      () => testEnvironment().device.onScroll(nothing),
    ],
    ['a request or a feed', /^a request, from /, () => hold('a request')],
  ];

  test.each(kinds)('%s', (_, sentence, open) => {
    const close = open();
    const left = takeLeftovers();
    close();
    expect(left).toContainEqual(expect.stringMatching(sentence));
    open()();
    expect(takeLeftovers()).toEqual([]);
  });

  test('a mutation observer of the document', () => {
    const end = device.retainFocus();
    const left = takeLeftovers();
    end();
    expect(left.map((sentence) => sentence.replace(/,.+/, ''))).toEqual([
      'a listener for focusin on document',
      'an observer of mutations',
    ]);
  });
});
