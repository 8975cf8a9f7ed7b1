import type { AnyStateMachine, SnapshotFrom } from 'xstate';
import type { Movie } from '#contract/movie.ts';
import type { AppLocation } from '#machines/navigation.ts';
import type { Begin } from './usePage.ts';

/** The data of a page: its module exports it, for the server, which renders it without a view. */
export interface PageData<Machine extends AnyStateMachine> {
  readonly machine: Machine;
  /** With what it begins at an address; undefined where the address names nothing. */
  begin(location: AppLocation): Begin<Machine> | undefined;
  /** Whether all is there that a first document shows. */
  isSettled(snapshot: SnapshotFrom<Machine>): boolean;
  statusOf(snapshot: SnapshotFrom<Machine>): PageStatus;
  /** The title for chats and search engines, where it is not the film's. */
  titleOf?(snapshot: SnapshotFrom<Machine>): string | undefined;
  /** The film that chats and search engines are told of. */
  movieOf?(snapshot: SnapshotFrom<Machine>): Movie | undefined;
}

/** The HTTP status of a page's document. */
export type PageStatus = 200 | 404 | 503;
