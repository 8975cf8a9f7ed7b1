import { expect, test } from 'vitest';
import * as timings from '#domain/timings.ts';

test('section 9: delays and durations in milliseconds, the scroll threshold in pixels', () => {
  expect({ ...timings }).toEqual({
    REDIRECT_DELAY: 1500,
    OVERLAY_FADE_DELAY: 1000,
    OVERLAY_TIMEOUT: 10_000,
    SAVED_TIMEOUT: 2000,
    SHARE_SHEET_OPENING: 500,
    SHARE_TIMEOUT: 4000,
    DOCUMENT_MAX_AGE: 129_600_000,
    HOLD_DURATION: 300_000,
    SHARED_HOLD_DURATION: 900_000,
    LONGEST_HOLD: 960_000,
    FEED_HEARTBEAT: 15_000,
    FEED_SILENCE: 37_500,
    TOAST_DURATION: 5000,
    FLOW_TOAST_DURATION: 3500,
    SCROLL_THRESHOLD: 50,
  });
});
