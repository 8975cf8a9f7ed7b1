/** Milliseconds between a successful purchase, top-up or withdrawal and the redirect (section 9). */
export const REDIRECT_DELAY = 1500;

/** Milliseconds the loading overlay stays after the last request (section 9). */
export const OVERLAY_FADE_DELAY = 1000;

/** Milliseconds after which the loading overlay offers to continue browsing. */
export const OVERLAY_TIMEOUT = 10_000;

/** Milliseconds that the ticket page waits for the server before it shows the ticket saved on the device. */
export const SAVED_TIMEOUT = 2000;

/** Milliseconds in which nobody can have closed the share sheet of a device, which opens with an animation. */
export const SHARE_SHEET_OPENING = 500;

/** Milliseconds after which a browser that has neither shared nor copied a link is not waited for, and the page shows the link. */
export const SHARE_TIMEOUT = 4000;

/** Milliseconds after which a browser no longer shows a saved document. Generous, because a device's clock may be a day off. */
export const DOCUMENT_MAX_AGE = 36 * 3_600_000;

/** Milliseconds that seats are held while their user pays. */
export const HOLD_DURATION = 5 * 60_000;

/** Milliseconds that shared seats are held while friends pay. */
export const SHARED_HOLD_DURATION = 15 * 60_000;

/**
 * Milliseconds that a hold may still last at most. One that would end later was made while the clock was wrong, and counts as expired.
 * One minute more than the longest hold, because the clocks of two servers may differ a little.
 */
export const LONGEST_HOLD = SHARED_HOLD_DURATION + 60_000;

/** Milliseconds between the heartbeats of a seat feed. */
export const FEED_HEARTBEAT = 15_000;

/** Milliseconds without an event after which a seat feed counts as silent: two missed heartbeats, and half an interval of tolerance. */
export const FEED_SILENCE = 2.5 * FEED_HEARTBEAT;

/** Milliseconds a toast stays by default (section 9). */
export const TOAST_DURATION = 5000;

/** Milliseconds a toast of the purchase, top-up and withdraw flows stays (section 9). */
export const FLOW_TOAST_DURATION = 3500;

/** Scroll position in pixels beyond which the top bar changes its style (section 9). */
export const SCROLL_THRESHOLD = 50;
