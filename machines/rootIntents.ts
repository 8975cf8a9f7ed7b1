import { fromCallback, type ActorRefFrom, type AnyActorRef, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';
import type { IntentKind, intentMachine, Unkeyed } from './intentMachine.ts';
import { intentsMachine, type IntentStart } from './intentsMachine.ts';
import { standingOf, type Standing } from './intentStage.ts';

type System = AnyActorRef['system'];
type Intents = ActorRefFrom<typeof intentsMachine>;

/** The actor that runs what was confirmed; undefined until a page has asked the root for it. */
export function runningIntents(root: Pick<IntentsRoot, 'getSnapshot'>): Intents | undefined {
  return root.getSnapshot().context.intents;
}

/** The same, started by the root if there is none. */
export function intentsOf(system: System): Intents {
  const { root } = environmentOf(system);
  const running = runningIntents(root);
  if (running !== undefined) return running;
  root.send({ type: 'intents.provided', intents: intentsMachine });
  const intents = runningIntents(root);
  intents?.on('*', (event) => root.send(event));
  if (intents === undefined) throw new Error('The root has not started the intents');
  return intents;
}

/** As much of the root as tells what is running there. */
interface IntentsRoot {
  readonly getSnapshot: () => { readonly context: { readonly intents: Intents | undefined } };
  readonly subscribe: (listener: () => void) => { readonly unsubscribe: () => void };
}

/** Reports how the intent of a kind stands, from its first snapshot to its last; then of the next one. */
export function followIntent(kind: IntentKind, rootOf = (system: System): IntentsRoot => environmentOf(system).root) {
  return fromCallback<EventObject, undefined>(({ sendBack, system }) => {
    const root = rootOf(system);
    const subscriptions = new Map<object, { readonly unsubscribe: () => void }>();
    const watch = (actor: Pick<IntentsRoot, 'subscribe'> | undefined, onSnapshot: () => void) => {
      if (actor === undefined || subscriptions.has(actor)) return;
      subscriptions.set(actor, actor.subscribe(onSnapshot));
      onSnapshot();
    };
    const report = (intent: ActorRefFrom<typeof intentMachine>) =>
      sendBack({ type: 'intent.changed', intent: standingOf(kind, intent.getSnapshot()) });

    watch(root, () => {
      const intents = runningIntents(root);
      watch(intents, () => {
        const intent = intents?.getSnapshot().children[kind];
        if (intent !== undefined) watch(intent, () => report(intent));
      });
    });
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  });
}

/** How the intent of a kind stands now; undefined while there is none. */
export function findIntent<Kind extends IntentKind>(
  intents: Intents | undefined,
  kind: Kind,
): Standing<Kind> | undefined {
  const intent = intents?.getSnapshot().children[kind];
  return intent && standingOf(kind, intent.getSnapshot());
}

/** The event that begins what was confirmed, under a key of its own. */
export function startOf(unkeyed: Unkeyed, idempotencyKey: string): IntentStart {
  return { type: `${unkeyed.intent.kind}.start`, confirmed: { ...unkeyed, idempotencyKey } };
}
