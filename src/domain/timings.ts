/** Milliseconds between a purchase, top-up or withdrawal and the way home (section 9). */
export const REDIRECT_DELAY = 1500;

/** Milliseconds the loading overlay stays after the last request (section 9). */
export const OVERLAY_FADE_DELAY = 1000;

/** Milliseconds of waiting after which the overlay offers to carry on browsing. */
export const OVERLAY_TIMEOUT = 10_000;

/** Milliseconds that a ticket kept on the device waits for the cinema's word before it shows. */
export const SAVED_TIMEOUT = 2000;

/** Milliseconds a toast stays by default (section 9). */
export const TOAST_DURATION = 5000;

/** Milliseconds a toast of the purchase, top-up and withdraw flows stays (section 9). */
export const FLOW_TOAST_DURATION = 3500;

/** Pixels of scroll after which the top bar changes style (section 9). */
export const SCROLL_THRESHOLD = 50;
