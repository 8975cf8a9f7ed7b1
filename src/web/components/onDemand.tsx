import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { CallFailed } from '#domain/failure.ts';
import { messages } from '#domain/messages.ts';

/**
 * Fetches code once and gives the same promise from then on, so that React need not wait for what is there.
 * A failure is that of a call that did not reach the cinema, and is tried anew.
 */
export function onDemand<Code>(fetchCode: () => Promise<Code>): () => Promise<Code> {
  let fetched: Promise<Code> | undefined;
  return () => {
    fetched ??= fetchCode().catch((cause: unknown) => {
      fetched = undefined;
      throw new CallFailed({ code: 'unreachable', message: messages.unreachable }, { cause });
    });
    return fetched;
  };
}

/**
 * A view whose code is fetched when it is drawn for the first time; `meanwhile` stands in its place.
 * Not `lazy`: React keeps a placeholder for 300 ms, however soon the code comes.
 */
export function viewOnDemand<Props extends object>(
  fetchView: () => Promise<{ readonly default: ComponentType<Props> }>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const load = onDemand(fetchView);
  let come: PromiseSettledResult<{ readonly default: ComponentType<Props> }> | undefined;
  const arrive = async (listener: () => void) => {
    const [settled] = await Promise.allSettled([load()]);
    come ??= settled;
    listener();
  };
  const subscribe = (listener: () => void) => {
    void arrive(listener);
    return () => undefined;
  };

  return function OnDemand(props: Props) {
    const settled = useSyncExternalStore(
      subscribe,
      () => come,
      () => undefined,
    );
    if (settled?.status === 'rejected') throw settled.reason;
    return settled ? <settled.value.default {...props} /> : meanwhile;
  };
}
