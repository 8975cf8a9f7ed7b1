import { signedOutMessage, passwordChangedMessage } from '#domain/passwordChange.ts';
import { fieldMessages } from '#domain/credentials.ts';
import { withdrawMessages } from '#domain/money.ts';
import { takenMessage } from '#domain/seatNames.ts';
import { messages } from '#domain/messages.ts';

const NUMBERS = /\d+(?:, \d+)*(?: and \d+)?/g;
const FEW = [0, 1, 2];

const OWN: ReadonlySet<string> = new Set(
  [
    ...Object.values(messages),
    ...Object.values(withdrawMessages),
    ...Object.values(fieldMessages),
    takenMessage([1]),
    takenMessage([1, 2]),
    ...FEW.map(signedOutMessage),
    ...FEW.map(passwordChangedMessage),
    'Open ticket',
  ].map(shapeOf),
);

/** Whether a text is one of the product's fixed messages, ignoring numbers. Such a text reveals nothing about a visitor. */
export function isOwnMessage(text: string): boolean {
  return OWN.has(shapeOf(text));
}

function shapeOf(text: string): string {
  return text.replace(NUMBERS, '#');
}
