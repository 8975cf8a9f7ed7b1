import { CallFailed } from '#domain/failure.ts';
import { sentences } from '#domain/sentences.ts';

/**
 * Fetches code once and gives the same promise from then on, so that React need not wait for what is there.
 * A failure is that of a call that did not reach the cinema, and is tried anew.
 */
export function onDemand<Code>(fetchCode: () => Promise<Code>): () => Promise<Code> {
  let fetched: Promise<Code> | undefined;
  return () => {
    fetched ??= fetchCode().catch((cause: unknown) => {
      fetched = undefined;
      throw new CallFailed({ code: 'unreachable', message: sentences.unreachable }, { cause });
    });
    return fetched;
  };
}
