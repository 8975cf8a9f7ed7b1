/** A field that the user has left or submitted, with the rule that its value breaks, if any. */
export interface TouchedField<Field extends string> {
  // The rule is not under the name of the field: recordings redact what is under a key such as `password`.
  readonly field: Field;
  readonly brokenRule: string | undefined;
}

/** The touched fields after the user touched `fields` as well, each with the rule that it breaks now. */
export function touchFields<Field extends string>(
  touched: readonly TouchedField<Field>[],
  fields: readonly Field[],
  errors: { readonly [Name in Field]?: string },
): TouchedField<Field>[] {
  const names = new Set([...touched.map(({ field }) => field), ...fields]);
  return [...names].map((field) => ({ field, brokenRule: errors[field] }));
}

/** The rule that a field breaks; undefined for an untouched field. */
export function selectFieldError<Field extends string>(
  { context }: { readonly context: { readonly touched: readonly TouchedField<Field>[] } },
  name: Field,
): string | undefined {
  return context.touched.find(({ field }) => field === name)?.brokenRule;
}
