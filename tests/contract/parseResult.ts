import * as v from 'valibot';
import { messageOf } from './messageOf.ts';

/** Parses a payload; gives the accepted value, or the first message for each refused field. */
export function parseResult<Schema extends v.GenericSchema>(schema: Schema, payload: unknown) {
  const result = v.safeParse(schema, payload);
  if (result.success) return { accepted: result.output };
  const refused: Record<string, string> = {};
  for (const issue of result.issues) refused[v.getDotPath(issue) ?? 'body'] ??= messageOf(issue.message);
  return { refused };
}

/** The dotted paths of the refused fields of a payload; empty if the schema accepts it. */
export function refusedFields(schema: v.GenericSchema, payload: unknown): string[] {
  return Object.keys(parseResult(schema, payload).refused ?? {});
}
