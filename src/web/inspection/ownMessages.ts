import { fieldSentences } from '#domain/credentials.ts';
import { signedOutSentence } from '#domain/devices.ts';
import { withdrawSentences } from '#domain/money.ts';
import { passwordChangedSentence } from '#domain/passwordChange.ts';
import { takenSentence } from '#domain/seatNames.ts';
import { sentences } from '#domain/sentences.ts';

const NUMBERS = /\d+(?:, \d+)*(?: and \d+)?/g;
const FEW = [0, 1, 2];

const OWN: ReadonlySet<string> = new Set(
  [
    ...Object.values(sentences),
    ...Object.values(withdrawSentences),
    ...Object.values(fieldSentences),
    takenSentence([1]),
    takenSentence([1, 2]),
    ...FEW.map(signedOutSentence),
    ...FEW.map(passwordChangedSentence),
    'Open ticket',
  ].map(shapeOf),
);

/** Whether a text is one of the product's own messages, whatever its numbers: it says nothing of a visitor. */
export function isOwnMessage(text: string): boolean {
  return OWN.has(shapeOf(text));
}

function shapeOf(text: string): string {
  return text.replace(NUMBERS, '#');
}
