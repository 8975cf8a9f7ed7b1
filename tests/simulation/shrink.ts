/**
 * Finds a short list of items that still fails, by leaving out larger, then smaller parts (delta debugging).
 * @param fails runs a list; its result must not depend on anything else
 * @param seconds stops after this much time with the shortest list so far
 */
export async function shrink<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
  seconds: number,
): Promise<readonly Item[]> {
  const deadline = performance.now() + seconds * 1000;
  let shortest = items;
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.length && performance.now() < deadline;) {
      const shorter = [...shortest.slice(0, from), ...shortest.slice(from + size)];
      if (await fails(shorter)) shortest = shorter;
      else from += size;
    }
  }
  return shortest;
}
