import { fromCallback, type EventObject } from 'xstate';

interface Watched<Snapshot> {
  readonly getSnapshot: () => Snapshot;
  readonly subscribe: (listener: (snapshot: Snapshot) => void) => { readonly unsubscribe: () => void };
}

interface Child<Snapshot> extends Watched<Snapshot & { readonly status: string }> {}

/**
 * Tells how a parent's child stands, from its first snapshot to its last; then of the next one.
 * A child that ends without a last word, since its parent left it, is told as undefined.
 */
export function followChild<Parent, Snapshot>(
  parentOf: () => Watched<Parent>,
  childOf: (snapshot: Parent) => Child<Snapshot> | undefined,
  eventOf: (snapshot: Snapshot | undefined) => EventObject,
) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const parent = parentOf();
    let followed: Child<Snapshot> | undefined;
    let subscription: { readonly unsubscribe: () => void } | undefined;

    const report = () => {
      const child = childOf(parent.getSnapshot());
      if (child === followed) return;
      const isLeft = child === undefined && followed?.getSnapshot().status !== 'done';
      subscription?.unsubscribe();
      followed = child;
      subscription = child?.subscribe((snapshot) => sendBack(eventOf(snapshot)));
      if (child !== undefined) sendBack(eventOf(child.getSnapshot()));
      else if (isLeft) sendBack(eventOf(undefined));
    };
    report();
    const following = parent.subscribe(report);
    return () => {
      following.unsubscribe();
      subscription?.unsubscribe();
    };
  });
}

/** How a child stands now; undefined while there is none. */
export function standingOf<Snapshot, Standing>(
  child: { readonly getSnapshot: () => Snapshot } | undefined,
  select: (snapshot: Snapshot) => Standing,
): Standing | undefined {
  return child && select(child.getSnapshot());
}
