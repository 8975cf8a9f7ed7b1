import type { AnyStateMachine, InputFrom, Snapshot, SnapshotFrom } from 'xstate';
import type { Movie } from '#contract/movie.ts';
import type { LeftHall, PageMachine } from '#machines/environment.ts';
import type { System } from '#machines/targets.ts';
import type { AppLocation } from '#machines/navigation.ts';

/** Tells the root how to run a page's machine, and the server how to render its document. A page's module exports it as `data`. */
export interface PageData<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  /** The machine of the commands that the page can start. */
  readonly command?: AnyStateMachine;
  /**
   * The machine's input; undefined when the location lacks a parameter, so that the page runs without its machine.
   * @param left the hall as the visitor left it at this entry of the history
   */
  input(location: AppLocation, system: System, left?: LeftHall): InputFrom<Machine> | undefined;
  /** Whether the browser may resume this snapshot from a document. A page without this function is never resumed. */
  accepts?(snapshot: Snapshot<unknown>, location: AppLocation): boolean;
  /** Whether the page's data has loaded, so that the server can render it. Without this function, the server does not wait. */
  isSettled?(snapshot: SnapshotFrom<Machine>): boolean;
  statusOf?(snapshot: SnapshotFrom<Machine>): PageStatus;
  /** Until when the page's data is of use, in epoch milliseconds. Missing: as long as the document. */
  expiresAt?(snapshot: SnapshotFrom<Machine>): number;
  /** The title for link previews, if it differs from the film's. */
  titleOf?(snapshot: SnapshotFrom<Machine>): string | undefined;
  /** The film that link previews and search engines show. */
  movieOf?(snapshot: SnapshotFrom<Machine>): Movie | undefined;
}

/** The loaded code of a page with a machine. */
export interface LoadedPage {
  readonly machine: PageMachine['machine'];
  readonly data: PageData<AnyStateMachine>;
}

/** Loads a page's code; synchronous if it is loaded. Undefined for a page without a machine. Rejects when loading fails. */
export type LoadPage = (location: AppLocation) => LoadedPage | undefined | Promise<LoadedPage | undefined>;

/** The HTTP status of a page's document. */
export type PageStatus = 200 | 404 | 503;
