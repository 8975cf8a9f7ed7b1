/** The state that a text asks for, or those that it may mean: all of that name or within it, or else those whose names are nearest. */
export type FoundState = { readonly id: string } | { readonly nearest: readonly string[] };

const MANY = 5;

/**
 * Finds a state by its id or by as much of the id's end as tells it from all others; the machine may stand before that, as in
 * `booking.hall.confirming`.
 */
export function findState(asked: string, ids: readonly string[]): FoundState {
  const exact = ids.filter((id) => id === asked);
  const short = ids.filter((id) => isShortFor(asked, id));
  const within = ids.filter((id) => id.startsWith(`${asked}.`));
  const named = [exact, short, within].find(({ length }) => length > 0) ?? [];
  const [id] = named;
  if (id !== undefined && named.length === 1) return { id };
  if (named.length > 1) return { nearest: named };
  const byDistance = ids.toSorted((one, other) => distance(asked, one) - distance(asked, other));
  return { nearest: byDistance.slice(0, MANY) };
}

function isShortFor(asked: string, id: string): boolean {
  if (asked === '') return false;
  const [machine = '', ...rest] = asked.split('.');
  return id.endsWith(`.${asked}`) || (id.startsWith(`${machine}.`) && id.endsWith(`.${rest.join('.')}`));
}

/** How many letters must be changed, added or taken away to make one text of a part of another's end. */
function distance(asked: string, id: string): number {
  let row = Array.from({ length: id.length + 1 }, () => 0);
  for (let index = 0; index < asked.length; index += 1) {
    const next = [index + 1];
    for (let place = 0; place < id.length; place += 1) {
      const changed = (row[place] ?? 0) + (asked[index] === id[place] ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
