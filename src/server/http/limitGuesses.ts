import type { Admission } from '#contract/door.ts';
import { refuseAttempts } from '../errors.ts';

const MINUTE = 60_000;

/** Runs `admit`. Throws `too_many_attempts` instead when the door has shown too many wrong codes in this minute. */
export type CountGuess = (doorId: string, admit: () => Promise<Admission>) => Promise<Admission>;

/**
 * Limits how many wrong codes a door may show in a minute, in this process. A code counts as wrong until its answer, so that many codes
 * at once cannot pass the limit.
 */
export function createGuessLimit(now: () => number, max: number): CountGuess {
  const windows = new Map<string, { readonly from: number; guesses: number }>();
  return async (doorId, admit) => {
    const last = windows.get(doorId);
    const window = last && Math.abs(now() - last.from) < MINUTE ? last : { from: now(), guesses: 0 };
    windows.set(doorId, window);
    if (window.guesses >= max) throw refuseAttempts(Math.max(1, Math.ceil((window.from + MINUTE - now()) / 1000)));
    window.guesses += 1;
    let isGuess = false;
    try {
      const admission = await admit();
      isGuess = admission.answer === 'not_ours';
      return admission;
    } finally {
      if (!isGuess) window.guesses -= 1;
    }
  };
}
