/** Whether a URL's query asks for the inspector (`?inspect`). Import the rest of the inspector only then, so that no visitor loads it. */
export function isInspected(query: string): boolean {
  return new URLSearchParams(query).has('inspect');
}
