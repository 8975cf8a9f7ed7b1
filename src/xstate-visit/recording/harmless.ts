/**
 * Wraps a listener so that its errors never reach the app, whose mailbox would stay blocked. They are written to the console, each
 * message once.
 */
export function harmless<Value>(listen: (value: Value) => void): (value: Value) => void {
  const reported = new Set<string>();

  return (value) => {
    try {
      listen(value);
    } catch (error) {
      const message = `The inspector failed, so a step may be missing from it: ${String(error)}`;
      if (reported.has(message)) return;
      reported.add(message);
      // oxlint-disable-next-line no-console -- the app's own error handlers must not see it
      console.error(message);
    }
  };
}
