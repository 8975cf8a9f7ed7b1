/**
 * A queue of items, each under a path of groups from wide to narrow, such as kind, site, network and account. At each level
 * the groups take turns, so that a group with many items delays only its own items.
 */
export class FairQueue<Item> {
  readonly #groups = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];
  #size = 0;

  /** The number of items under a path. */
  countOf([key, ...rest]: readonly string[]): number {
    return key === undefined ? this.#size : (this.#groups.get(key)?.countOf(rest) ?? 0);
  }

  /** Adds an item behind the others of its path. All paths of a queue must have the same length. */
  push([key, ...rest]: readonly string[], item: Item): void {
    this.#size += 1;
    if (key === undefined) {
      this.#items.push(item);
      return;
    }
    const group = this.#groups.get(key) ?? new FairQueue<Item>();
    this.#groups.set(key, group);
    group.push(rest, item);
  }

  /** Removes and returns the next item; undefined when the queue is empty. */
  shift(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [first] = this.#groups;
    if (first === undefined) return this.#items.shift();
    const [key, group] = first;
    const item = group.shift();
    // A map keeps the order of insertion, so the group that was just served is now the last.
    this.#groups.delete(key);
    if (group.#size > 0) this.#groups.set(key, group);
    return item;
  }
}
