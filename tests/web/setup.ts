import { cleanup, configure } from '@testing-library/react';
import { format } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { complain, takeComplaints } from './complaints.ts';

configure({ asyncUtilTimeout: 8000 });

/** Messages of React that are due to the tests: jsdom does not know an element of HTML; server and browser render in one process. */
const OF_THE_TESTS = [
  'The tag <search> is unrecognized in this browser.',
  'Detected multiple renderers concurrently rendering the same context provider.',
];

beforeEach(() => {
  // Registered first, it runs last: after everything that the test opened is closed.
  onTestFinished(cleanUp);
  takeComplaints();
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      const complaint = format(...words);
      if (!OF_THE_TESTS.some((each) => complaint.startsWith(each))) complain(complaint);
    });
  }
  supplyWhatJsdomLacks();
});

afterEach(cleanup);

function cleanUp(): void {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  delete document.documentElement.dataset['theme'];
  document.head.querySelectorAll('title, link, meta, script').forEach((element) => element.remove());
  document.body.replaceChildren();
  vi.restoreAllMocks();
  expect(takeComplaints(), 'the console stays silent').toEqual([]);
}

function supplyWhatJsdomLacks(): void {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: false, media }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Object.assign(Element.prototype, {
    scrollIntoView: () => undefined,
    hasPointerCapture: () => false,
    setPointerCapture: () => undefined,
    releasePointerCapture: () => undefined,
  });
}
