/** What the operator must put right before the server or a command can run, in one sentence. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
