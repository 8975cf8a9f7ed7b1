/** The errors of JavaScript that a guard may tell apart with `instanceof`. */
const BUILT_IN: Readonly<Record<string, ErrorConstructor>> = {
  Error,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
};

/** Creates an error of a recording again. One of a class of the app becomes an `Error` with its name. */
export function errorFrom(data: object): Error {
  const message = 'message' in data ? String(data.message) : 'An error of the recording';
  const type = 'type' in data ? String(data.type) : 'Error';
  const error = new (BUILT_IN[type] ?? Error)(message);
  error.name = type;
  return error;
}
