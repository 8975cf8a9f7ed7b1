import { cleanup, configure } from '@testing-library/react';
import { format } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { takeLeftovers, watchActors, watchBrowser, watchTimers } from '../leftovers.ts';
import { complain, takeComplaints } from './complaints.ts';
import { takeDefaultLocaleUses, watchDefaultLocale } from './defaultLocale.ts';
import { explainFailure, forgetMachines, shortError } from './explainFailure.ts';
import { takeUnheard } from './liveRegions.ts';
import { takeOverrides } from './visitorState.ts';

// After the page's own listeners. Otherwise the browser would load a document.
window.addEventListener('submit', (event) => {
  if (!event.defaultPrevented) complain('The browser has sent a form to the server');
});
configure({ asyncUtilTimeout: 8000, getElementError: shortError });
watchActors();
watchDefaultLocale();
watchTimers();
watchBrowser({ window, document, html: document.documentElement, body: document.body });

/** The duration of a frame in milliseconds. */
const FRAME = 16;

/** React warnings caused by the tests only: jsdom does not know `search`; server and browser render in one process. */
const OF_THE_TESTS = [
  'The tag <search> is unrecognized in this browser.',
  'Detected multiple renderers concurrently rendering the same context provider.',
];

beforeEach(() => {
  // Registered first, so it runs last, after everything that the test opened is closed.
  onTestFinished(cleanUp);
  takeComplaints();
  takeLeftovers();
  forgetMachines();
  for (const method of ['error', 'warn'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      const complaint = format(...words);
      if (!OF_THE_TESTS.some((each) => complaint.startsWith(each))) complain(complaint);
    });
  }
  supplyWhatJsdomLacks();
});

afterEach(cleanup);
// Registered last, so it runs first, while the page is still there.
afterEach(({ task }) => explainFailure(task.result?.errors));

function cleanUp(): void {
  // Work scheduled for the next frame is not a leftover.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME);
  const leftovers = takeLeftovers();
  const unheard = takeUnheard();
  const overrides = takeOverrides();
  const localeUses = takeDefaultLocaleUses();
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
  expect(takeComplaints(), 'the console has no errors or warnings').toEqual([]);
  expect(leftovers, 'the test closes everything that it opens').toEqual([]);
  expect(unheard, 'screen readers announce every status').toEqual([]);
  expect(overrides, 'what the visitor opened, typed and focused stays').toEqual([]);
  expect(localeUses, 'the product formats nothing in the reader’s locale').toEqual([]);
}

function supplyWhatJsdomLacks(): void {
  // jsdom reports English regardless of the process's locale; in a browser, Intl and navigator agree.
  const { locale } = new Intl.DateTimeFormat().resolvedOptions();
  Object.defineProperties(window.navigator, {
    language: { value: locale, configurable: true },
    languages: { value: [locale], configurable: true },
  });
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
