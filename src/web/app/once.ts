/**
 * Fetches code once and gives the same promise from then on, so that React need not wait for what is there.
 * A failure is tried anew.
 */
export function once<Code>(fetchCode: () => Promise<Code>): () => Promise<Code> {
  let fetched: Promise<Code> | undefined;
  return () => {
    fetched ??= fetchCode().catch((error: unknown) => {
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
}
