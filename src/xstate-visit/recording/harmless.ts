/**
 * Wraps a listener. Its errors never reach the app, because they would block the mailbox of an actor. The console shows each message
 * once.
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
