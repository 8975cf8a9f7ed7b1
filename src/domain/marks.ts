const MARK_LENGTH = 8;

/** A screening, as marks are made for it. */
export interface MarkedScreening {
  readonly movieId: number;
  /** In epoch milliseconds. */
  readonly startsAt: number;
}

/**
 * The text whose SHA-256, in base64url, marks a user or the code of a share in the reports of a screening. Whoever knows the id of the
 * user or the code recognises it. Nobody else can, and one secret has another mark in each screening.
 */
export function markedText(secret: string, { movieId, startsAt }: MarkedScreening): string {
  return `${secret} ${movieId} ${startsAt}`;
}

/** The mark in a SHA-256 in base64url. */
export function markOf(sha256: string): string {
  return sha256.slice(0, MARK_LENGTH);
}
