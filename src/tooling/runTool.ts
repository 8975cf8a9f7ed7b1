import { OperatorError } from '../server/errors.ts';

/** Errors of packages with native code when the optional package for this platform is missing. Some advise to delete the lock file. */
const NO_BINARY = /native binding|\.node'|Could not load the "sharp" module/;

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
  if (error instanceof Error && NO_BINARY.test(error.message)) {
    return `A package lacks its program for ${process.platform}-${process.arch}: run npm ci on this machine, without --omit=optional`;
  }
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
