import * as v from 'valibot';

/** The sentence for each field that is refused. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** The first sentence for each field of a form that its schema refuses; an empty object when it takes them all. */
export function fieldErrors<Values>(schema: v.GenericSchema<Values, unknown>, values: Values): FieldErrors<Values> {
  const { issues = [] } = v.safeParse(schema, values);
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]).toReversed());
}

/** The sentence with which a schema refuses a value; undefined when it takes it. */
export function errorOf(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value).issues?.[0].message;
}
