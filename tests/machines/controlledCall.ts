import { fromPromise } from 'xstate';

interface Call<Output, Input> {
  readonly input: Input;
  readonly signal: AbortSignal;
  readonly promise: Promise<Output>;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** An actor that resolves or rejects when the test says so, and records its inputs. */
export function controlledCall<Output, Input>() {
  const calls: Call<Output, Input>[] = [];
  const settled = new Set<Call<Output, Input>>();

  async function settle(answer: (call: Call<Output, Input>) => void) {
    const call = calls.at(-1);
    if (call === undefined) throw new Error('Nothing was requested');
    answer(call);
    settled.add(call);
    await call.promise.then(ignore, ignore);
  }

  function call(input: Input, signal: AbortSignal): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    calls.push({ input, signal, promise, resolve, reject });
    return promise;
  }

  return {
    call,
    actor: fromPromise<Output, Input>(({ input, signal }) => call(input, signal)),
    /** The inputs of the calls, in order. */
    inputs: () => calls.map(({ input }) => input),
    /** Whether the actor of the last call is still running. */
    isAwaited: () => calls.slice(-1).some((call) => !call.signal.aborted && !settled.has(call)),
    /** Resolves the last call. */
    answer: (output: Output) => settle(({ resolve }) => resolve(output)),
    /** Rejects the last call. */
    fail: (error: unknown) => settle(({ reject }) => reject(error)),
  };
}

function ignore() {
  return undefined;
}
