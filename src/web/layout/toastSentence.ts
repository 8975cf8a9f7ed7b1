import { refusalSentence } from '#contract/refusalSentence.ts';
import type { Notification } from '#machines/toastsMachine.ts';
import { offers } from '#messages/offers.ts';
import { toasts } from '#messages/toasts.ts';

/** The sentence of a toast, in the language of this build. */
export function toastSentence(content: Notification['content']): string {
  if ('seatNumbers' in content) return refusalSentence(content);
  if ('language' in content) return offers[content.language]?.sentence ?? '';
  return 'count' in content ? toasts[content.code](content.count) : toasts[content.code];
}
