const MARK_LENGTH = 8;
const ID_LENGTH = 8;

/** A screening, as marks are made for it. */
export interface MarkedScreening {
  readonly title: string;
  /** In epoch milliseconds. */
  readonly startsAt: number;
}

/**
 * The text whose SHA-256, in base64url, marks a user or the code of a share in the reports of a screening. Whoever knows the id of the
 * user or the code recognises it. Nobody else can, and one secret has another mark in each screening.
 */
export function markedText(secret: string, { title, startsAt }: MarkedScreening): string {
  return `${secret} ${startsAt} ${title}`;
}

/** The mark in a SHA-256 in base64url. */
export function markOf(sha256: string): string {
  return sha256.slice(0, MARK_LENGTH);
}

/** The start of a hold's id, by which reports name the hold. */
export function reportedHoldId(id: string): string {
  return id.slice(0, ID_LENGTH);
}

/** Whether a text is the id of a hold, or the part of it that reports have. */
export function namesHold(text: string, id: string): boolean {
  return text.length >= ID_LENGTH && id.startsWith(text);
}
