import { OperatorError } from '../server/errors.ts';

/** Runs a tool. For a missing package or an inaccessible file it prints one sentence without a stack and sets the exit code 1. */
export async function runTool(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  }
}

/** Explains an error in one sentence. Undefined for an unexpected error, whose stack is needed. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  const { code, message } = error;
  if (code === 'ERR_MODULE_NOT_FOUND') {
    const [, name] = /^Cannot find package '([^']+)'/.exec(message) ?? [];
    return name && `The package ${name} is not installed: run npm ci --include=dev`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${message}. The file or its folder belongs to another user: run this as that user, or change the owner`;
  }
  return 'syscall' in error ? message : undefined;
}
