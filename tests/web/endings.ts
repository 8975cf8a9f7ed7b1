const endings: (() => Promise<void>)[] = [];

/** Has something closed when the test is over. */
export function atEnd(end: () => Promise<void>): void {
  endings.push(end);
}

/** Closes everything that the test opened, last first. */
export async function closeEverything(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end();
}
