import { isOldEnough } from './age.ts';
import type { Screening } from './showtimes.ts';

interface Booking {
  readonly showtimeDate: string;
  readonly showtimeTime: string;
  readonly seatNumbers: number[];
  readonly movieAgeRating: number;
  readonly movieTicketPrice: number;
  readonly movieTitle: string;
  readonly moviePoster: string;
  /** The code of shared seats. */
  readonly shareCode?: string | undefined;
}

interface Movie {
  readonly age_rating: number;
  readonly ticket_price: number;
  readonly poster_url: string;
}

/** The booking payload of section 3, with the price (rupiah) and age rating (years) that the user saw. */
export function bookingOf(
  movieTitle: string,
  movie: Movie | undefined,
  { date = '', time = '' }: { readonly date: string | undefined; readonly time: string | undefined },
  seatNumbers: readonly number[],
): Booking {
  return {
    showtimeDate: date,
    showtimeTime: time,
    seatNumbers: [...seatNumbers],
    movieAgeRating: movie?.age_rating ?? 0,
    movieTicketPrice: movie?.ticket_price ?? 0,
    movieTitle,
    moviePoster: movie?.poster_url ?? '',
  };
}

/** The screening of a booking. */
export function screeningOf({ movieTitle, showtimeDate, showtimeTime }: Booking): Screening {
  return { title: movieTitle, date: showtimeDate, time: showtimeTime };
}

/** Whether two bookings describe the same purchase: same film, rating, price, screening and seats (reliability 42). */
export function isSameBooking(one: Booking, other: Booking): boolean {
  return (
    one.movieTitle === other.movieTitle &&
    one.movieAgeRating === other.movieAgeRating &&
    one.movieTicketPrice === other.movieTicketPrice &&
    one.showtimeDate === other.showtimeDate &&
    one.showtimeTime === other.showtimeTime &&
    one.seatNumbers.join() === other.seatNumbers.join()
  );
}

/** Whether a user may try to buy: signed in, old enough, at least one seat selected (section 5). The server checks again. */
export function canBuy({
  viewer,
  movie,
  selected,
}: {
  readonly viewer: { readonly age: number } | undefined;
  readonly movie: { readonly age_rating: number } | undefined;
  readonly selected: readonly number[];
}): boolean {
  return (
    viewer !== undefined && movie !== undefined && selected.length > 0 && isOldEnough(viewer.age, movie.age_rating)
  );
}
