/** Lets the browser paint and answer before what follows; waits that many milliseconds if told to. */
export function nextTask(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
