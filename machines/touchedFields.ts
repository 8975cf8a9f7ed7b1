/** A field that the user has left or submitted, with its error message if its value is invalid. */
export interface TouchedField<Field extends string> {
  // The message is not under the name of the field: recordings redact what is under a key such as `password`.
  readonly field: Field;
  readonly message: string | undefined;
}

/** The touched fields after the user touched `fields` as well, each with its current error. */
export function touchFields<Field extends string>(
  touched: readonly TouchedField<Field>[],
  fields: readonly Field[],
  errors: { readonly [Name in Field]?: string },
): TouchedField<Field>[] {
  const names = new Set([...touched.map(({ field }) => field), ...fields]);
  return [...names].map((field) => ({ field, message: errors[field] }));
}

/** The error message of a field; undefined for an untouched field. */
export function selectFieldError<Field extends string>(
  { context }: { readonly context: { readonly touched: readonly TouchedField<Field>[] } },
  name: Field,
): string | undefined {
  return context.touched.find(({ field }) => field === name)?.message;
}
