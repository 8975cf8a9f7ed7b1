import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { CallFailed } from '#domain/failure.ts';

/**
 * Returns a function that fetches code once and then returns the same promise. It rejects with `CallFailed` (`unreachable`); the
 * next call after a failure fetches again.
 */
export function onDemand<Code>(fetchCode: () => Promise<Code>): () => Promise<Code> {
  let fetched: Promise<Code> | undefined;
  return () => {
    fetched ??= fetchCode().catch((cause: unknown) => {
      fetched = undefined;
      throw new CallFailed({ code: 'unreachable' }, { cause });
    });
    return fetched;
  };
}

/**
 * A view whose code loads when it renders for the first time; until then it renders `placeholder`. It throws when loading fails.
 * It replaces React's `lazy`, which shows a placeholder for at least 300 ms.
 */
export function viewOnDemand<Props extends object>(
  fetchView: () => Promise<{ readonly default: ComponentType<Props> }>,
  placeholder: ReactNode = null,
): ComponentType<Props> {
  const load = onDemand(fetchView);
  let result: PromiseSettledResult<{ readonly default: ComponentType<Props> }> | undefined;
  const finish = async (listener: () => void) => {
    const [settled] = await Promise.allSettled([load()]);
    result ??= settled;
    listener();
  };
  const subscribe = (listener: () => void) => {
    void finish(listener);
    return () => undefined;
  };

  return function OnDemand(props: Props) {
    const settled = useSyncExternalStore(
      subscribe,
      () => result,
      () => undefined,
    );
    if (settled?.status === 'rejected') throw settled.reason;
    return settled ? <settled.value.default {...props} /> : placeholder;
  };
}
