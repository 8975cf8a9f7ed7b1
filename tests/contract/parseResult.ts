import * as v from 'valibot';

/** Parses a payload: gives the value that the schema accepts, or the first message for each field it refuses. */
export function parseResult<Schema extends v.GenericSchema>(schema: Schema, payload: unknown) {
  const result = v.safeParse(schema, payload);
  if (result.success) return { accepted: result.output };
  const refused: Record<string, string> = {};
  for (const issue of result.issues) refused[v.getDotPath(issue) ?? 'body'] ??= issue.message;
  return { refused };
}

/** The fields, dotted, that a schema refuses in a payload; an empty list when it accepts it. */
export function refusedFields(schema: v.GenericSchema, payload: unknown): string[] {
  return Object.keys(parseResult(schema, payload).refused ?? {});
}
