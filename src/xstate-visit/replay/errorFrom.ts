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

function fieldsOf(data: object): { readonly type?: unknown; readonly message?: unknown } {
  return data;
}

/** Creates an error of a recording again. One of a class of the app becomes an `Error` with its name. */
export function errorFrom(data: object): Error {
  const { type = 'Error', message = 'An error of the recording', ...fields } = fieldsOf(data);
  const name = String(type);
  return Object.assign(new (BUILT_IN[name] ?? Error)(String(message)), { ...fields, name });
}
