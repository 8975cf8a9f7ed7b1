import * as v from 'valibot';

/** The error message of each invalid field. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** The first error message of each invalid field of a form; an empty object when all fields are valid. */
export function fieldErrors<Values>(schema: v.GenericSchema<Values, unknown>, values: Values): FieldErrors<Values> {
  const { issues = [] } = v.safeParse(schema, values);
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]).toReversed());
}

/** The first error message for a value; undefined when the value is valid. */
export function errorOf(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value).issues?.[0].message;
}
