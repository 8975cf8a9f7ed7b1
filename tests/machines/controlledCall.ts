import { fromPromise } from 'xstate';

interface Call<Output, Input> {
  readonly input: Input;
  readonly signal: AbortSignal;
  readonly promise: Promise<Output>;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/** An actor that answers when the test says so, and remembers what was requested. */
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
    /** Whether somebody still waits for the last call. */
    isAwaited: () => calls.slice(-1).some((call) => !call.signal.aborted && !settled.has(call)),
    /** Answers the last call. */
    answer: (output: Output) => settle(({ resolve }) => resolve(output)),
    /** Lets the last call fail. */
    fail: (error: unknown) => settle(({ reject }) => reject(error)),
  };
}

function ignore() {
  return undefined;
}
