/** `Map.groupBy` for apps that support browsers of 2023. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, readonly Item[]> {
  const groups = new Map<Key, readonly Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
