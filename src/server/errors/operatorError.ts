/** An error that the operator can fix, such as a wrong environment variable. The message is printed without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
