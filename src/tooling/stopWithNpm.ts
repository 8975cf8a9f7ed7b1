const PARENT_CHECK_MILLISECONDS = 1000;

/**
 * Sends SIGTERM to this process when the npm that started it has ended. npm passes a signal on to its shell only, which ends without
 * telling its program. Windows does not report that a parent has ended.
 */
export function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const { ppid } = process;
  const timer = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MILLISECONDS).unref();
}
