import type { AnyStateMachine, InputFrom, Snapshot, SnapshotFrom } from 'xstate';
import type { Movie } from '#contract/movie.ts';
import type { PageMachine, System } from '#machines/environment.ts';
import type { AppLocation } from '#machines/navigation.ts';

/** How the root runs the machine of a page and the server renders its document. A page's module exports it as `data`. */
export interface PageData<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  /** The machine of the commands that the page starts at the root. */
  readonly command?: AnyStateMachine;
  /** The machine's input; undefined when the location names nothing that the page could show. */
  input(location: AppLocation, system: System): InputFrom<Machine> | undefined;
  /** Whether the browser may resume this snapshot from a document; a page that the server renders without a machine has none. */
  accepts?(snapshot: Snapshot<unknown>, location: AppLocation): boolean;
  /** Whether the server may render the page now. Missing: at once. */
  isSettled?(snapshot: SnapshotFrom<Machine>): boolean;
  statusOf?(snapshot: SnapshotFrom<Machine>): PageStatus;
  /** The title for link previews and search engines, where it differs from the film's. */
  titleOf?(snapshot: SnapshotFrom<Machine>): string | undefined;
  /** The film that link previews and search engines show. */
  movieOf?(snapshot: SnapshotFrom<Machine>): Movie | undefined;
}

/** The loaded code of a page with a machine. */
export interface LoadedPage {
  readonly machine: PageMachine['machine'];
  readonly data: PageData<AnyStateMachine>;
}

/** Loads the code of a page, at once if it was loaded before; undefined for a page without a machine. Rejects when loading fails. */
export type LoadPage = (location: AppLocation) => LoadedPage | undefined | Promise<LoadedPage | undefined>;

/** The HTTP status of a page's document. */
export type PageStatus = 200 | 404 | 503;
