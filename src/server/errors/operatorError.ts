/** An error that the operator can put right, such as a wrong variable; its message is a sentence that says what. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
