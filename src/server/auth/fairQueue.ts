/**
 * Holds what waits under the path of its sender, from the widest group to the narrowest. On every step of the path the groups
 * take turns, so that a crowd waits behind its own members and not in front of everybody else.
 */
export class FairQueue<Item> {
  readonly #groups = new Map<string, FairQueue<Item>>();
  readonly #items: Item[] = [];
  #size = 0;

  /** How many wait under a path. */
  countOf([key, ...rest]: readonly string[]): number {
    return key === undefined ? this.#size : (this.#groups.get(key)?.countOf(rest) ?? 0);
  }

  /** Adds an item behind those of its path; every path of a queue has as many steps. */
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

  /** Takes the next item out; undefined when none waits. */
  shift(): Item | undefined {
    if (this.#size === 0) return undefined;
    this.#size -= 1;
    const [first] = this.#groups;
    if (first === undefined) return this.#items.shift();
    const [key, group] = first;
    const item = group.shift();
    // A map keeps the order of insertion: whoever was served stands last.
    this.#groups.delete(key);
    if (group.#size > 0) this.#groups.set(key, group);
    return item;
  }
}
