import * as v from 'valibot';

/** The rule that each invalid field breaks. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** The first rule that each invalid field of a form breaks; an empty object when all fields are valid. */
export function fieldErrors<Values>(schema: v.GenericSchema<Values, unknown>, values: Values): FieldErrors<Values> {
  const { issues = [] } = v.safeParse(schema, values);
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]).toReversed());
}

/** The first rule that a value breaks; undefined when the value is valid. */
export function errorOf(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value).issues?.[0].message;
}
