import type { StoredEntries } from '#machines/doorEnvironment.ts';
import * as v from 'valibot';
import { admissionSchema } from '#contract/door.ts';

export const screeningSchema = v.object({
  movieTitle: v.string(),
  showtimeDate: v.string(),
  showtimeTime: v.string(),
});

const changeSchema = v.object({
  kind: v.picklist(['admit', 'undo']),
  key: v.string(),
  seatNumbers: v.array(v.number()),
  screening: screeningSchema,
  at: v.number(),
});

export const queuedChangeSchema = v.object({
  ...changeSchema.entries,
  code: v.string(),
  codeHash: v.string(),
  isRepeated: v.boolean(),
});

export const askedSchema = v.object({
  key: v.string(),
  code: v.string(),
  screening: screeningSchema,
  at: v.number(),
});

const [, ...refusals] = admissionSchema.options;

export const conflictSchema = v.object({
  ...changeSchema.entries,
  outcome: v.variant('answer', [
    ...refusals,
    v.object({ answer: v.literal('not_undone') }),
    v.object({
      answer: v.literal('failed'),
      failure: v.object({ code: v.string(), seatNumbers: v.array(v.number()), message: v.optional(v.string()) }),
    }),
  ]),
});

interface Stored {
  readonly key: string;
  readonly at: number;
}

/** Entries in local storage, one key each. An entry that this version cannot read stays where it is. */
export function createStoredEntries<Entry extends Stored>(
  window: Window,
  prefix: string,
  schema: v.GenericSchema<unknown, Entry>,
): StoredEntries<Entry> {
  const readable = v.pipe(v.string(), v.parseJson(), schema);
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(window.localStorage);
    } catch {
      // Storage is full or blocked.
      return otherwise;
    }
  };

  return {
    list: () =>
      attempt(
        (storage) =>
          Object.keys(storage)
            .filter((key) => key.startsWith(prefix))
            .flatMap((key) => {
              const read = v.safeParse(readable, storage.getItem(key));
              return read.success ? [read.output] : [];
            })
            .toSorted((one, other) => one.at - other.at),
        [],
      ),
    add: (entry) =>
      attempt((storage) => {
        storage.setItem(prefix + entry.key, JSON.stringify(entry));
        return true;
      }, false),
    remove: (key) => attempt((storage) => storage.removeItem(prefix + key), undefined),
    subscribe: (listener) => {
      const listen = ({ key }: StorageEvent) => {
        if (key === null || key.startsWith(prefix)) listener();
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}
