import { fromCallback, type ActorRefFrom, type EventObject } from 'xstate';
import type { IntentKind, intentMachine, IntentSnapshot, Unkeyed } from '#machines/intentMachine.ts';
import type { IntentStart, intentsMachine } from '#machines/intentsMachine.ts';
import { standingOf, type Standing } from '#machines/intentStage.ts';
import type { System } from './dependenciesOf.ts';

type Intents = ActorRefFrom<typeof intentsMachine>;

/** Tells how the intent of a kind stands, from its first snapshot to its last; then of the next one. */
export function followIntent(intentsOf: (system: System) => Intents, kind: IntentKind) {
  return fromCallback<EventObject, undefined>(({ sendBack, system }) => {
    const intents = intentsOf(system);
    const tell = (snapshot: IntentSnapshot) => sendBack({ type: 'intent.changed', intent: standingOf(kind, snapshot) });
    let followed: ActorRefFrom<typeof intentMachine> | undefined;
    let subscription: { readonly unsubscribe: () => void } | undefined;

    const follow = () => {
      const intent = intents.getSnapshot().children[kind];
      if (intent === undefined || intent === followed) return;
      subscription?.unsubscribe();
      followed = intent;
      subscription = intent.subscribe(tell);
      tell(intent.getSnapshot());
    };
    follow();
    const following = intents.subscribe(follow);
    return () => {
      following.unsubscribe();
      subscription?.unsubscribe();
    };
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

/** The event that begins what was confirmed, under a key of its own: 128 random bits in hexadecimal. */
export function startOf(unkeyed: Unkeyed, idempotencyKey = createIdempotencyKey()): IntentStart {
  return { type: `${unkeyed.intent.kind}.start`, confirmed: { ...unkeyed, idempotencyKey } };
}

function createIdempotencyKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
