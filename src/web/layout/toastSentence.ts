import { refusalSentence } from '#contract/refusalSentence.ts';
import type { Notification } from '#machines/toastsMachine.ts';
import { toasts } from '#messages/toasts.ts';

/** The sentence of a toast, in the language of this build. */
export function toastSentence(content: Notification['content']): string {
  if ('seatNumbers' in content) return refusalSentence(content);
  return 'count' in content ? toasts[content.code](content.count) : toasts[content.code];
}
