import type { Movie } from '#contract/movie.ts';
import type { Generated } from 'kysely';

/** Money is in whole rupiah, times in epoch milliseconds, seat numbers are a JSON list. The application creates the ids. */
export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  movies: MoviesTable;
  tickets: TicketsTable;
  taken_seats: TakenSeatsTable;
  holds: HoldsTable;
  hold_seats: HoldSeatsTable;
  ledger: LedgerTable;
  idempotency_keys: IdempotencyKeysTable;
  login_attempts: LoginAttemptsTable;
  schema_migrations: SchemaMigrationsTable;
  doors: DoorsTable;
  admissions: AdmissionsTable;
  pulse: PulseTable;
}

interface UsersTable {
  id: string;
  username: string;
  username_key: string;
  display_name: string;
  age: number;
  password_hash: string;
  balance: number;
  ledger_entries: number;
  created_at: number;
  /** Counts how often the user has ended other sessions. */
  session_version: Generated<number>;
}

interface SessionsTable {
  token_hash: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
  expires_at: number;
}

/** The fields of a film, and columns that are not sent. */
interface MoviesTable extends Omit<Movie, 'description_language'> {
  /** The description in Indonesian; null for a film that has none. */
  description_id: string | null;
  /** When the film left the catalogue; null while it is on sale. */
  withdrawn_at: number | null;
}

interface TicketsTable {
  id: string;
  user_id: string;
  movie_id: number;
  movie_title: string;
  movie_poster: string;
  age_rating: number;
  ticket_price: number;
  showtime_date: string;
  showtime_time: string;
  starts_at: number;
  seat_numbers: string;
  booked_at: number;
  cancelled_at: number | null;
  /** The code of the shared hold that had one of the seats. */
  hold_code: string | null;
  /** The secret that admits the ticket; null until the ticket is listed, if it was sold by a server that knows no doors. */
  admission_code: Generated<string | null>;
}

/** Sold seats, with their ticket, and held seats, with their hold. A held seat whose time has passed counts as free. */
interface TakenSeatsTable {
  movie_id: number;
  starts_at: number;
  seat_number: number;
  ticket_id: string | null;
  hold_id: string | null;
  held_by: string | null;
  held_until: number | null;
  /** The hold from which a sold seat was bought; null if nobody held it. */
  bought_from: Generated<string | null>;
}

/** Every hold of the last hour. A user has at most one that has not expired. */
interface HoldsTable {
  id: string;
  user_id: string;
  /** The network of the client's address: an IPv4 address, or the first 64 bits of an IPv6 address. */
  network: string;
  movie_id: number;
  starts_at: number;
  movie_title: string;
  showtime_date: string;
  showtime_time: string;
  seat_numbers: string;
  held_at: number;
  /** When the hold ends, or ended because it was released, replaced or used for a purchase. */
  expires_at: number;
  /** The code of a shared hold; null for any other. */
  code: string | null;
}

/** The seats of each hold, to find the earlier holds of a seat. */
interface HoldSeatsTable {
  movie_id: number;
  starts_at: number;
  seat_number: number;
  hold_id: string;
}

export type LedgerKind = 'top-up' | 'withdrawal' | 'purchase' | 'refund';

interface LedgerTable {
  user_id: string;
  sequence: number;
  kind: LedgerKind;
  amount: number;
  balance_after: number;
  ticket_id: string | null;
  entered_at: number;
}

interface IdempotencyKeysTable {
  /** The user or the door that sent the key. */
  user_id: string;
  route: string;
  key: string;
  request_hash: string;
  status: number | null;
  body: string | null;
  created_at: number;
}

interface LoginAttemptsTable {
  subject: string;
  failures: number;
  failed_at: number;
  known_at: number | null;
}

/** Every door that was ever opened. */
interface DoorsTable {
  id: string;
  name: string;
  /** SHA-256 of the token. */
  token_hash: string;
  opened_at: number;
  ends_at: number;
  /** When an operator closed the door; or its end, once another door with the same name was opened. Null before. */
  closed_at: number | null;
}

/** The tickets that are inside. */
interface AdmissionsTable {
  ticket_id: string;
  door_id: string;
  admitted_at: number;
}

interface PulseTable {
  id: number;
  beaten_at: number;
}

interface SchemaMigrationsTable {
  number: number;
  name: string;
  /** The number of a migration. After this row's migration, only servers that know that one may use the database. */
  usable_from: number;
  applied_at: number;
}
