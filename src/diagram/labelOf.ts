/**
 * The name of an action or guard with its first constant text parameter, such as `announce(notify)`.
 * Gives none for what the interpreter adds itself (timers, children).
 */
export function labelOf(reference: unknown): readonly string[] {
  if (typeof reference === 'string') return [reference];
  if (typeof reference !== 'object' || reference === null || !('type' in reference)) return [];
  const constant = 'params' in reference ? firstText(reference.params) : undefined;
  return [constant === undefined ? String(reference.type) : `${String(reference.type)}(${constant})`];
}

function firstText(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  return Object.values(params).find((value) => typeof value === 'string');
}
