import { buySeats } from './callApi.ts';
import {
  screensOfBuyers,
  screensOfNewcomers,
  screensOfOwners,
  screensOfStrangers,
  screensOfTheCutOff,
  screensOfTheUnanswered,
  type Screens,
} from './everyPage.ts';
import { signUpMember, type Member } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';

/** Somebody, and every screen and dialog they can have before them, each reached from the one before. */
export interface Sightseer {
  readonly name: string;
  /** Whether the cinema answers them all the time. */
  readonly isAnswered: boolean;
  /** Gets the account and the ticket they need, which has this seat, and tells where they go. */
  readonly prepare: (url: string, seat: number) => Promise<Tour>;
  /** The problems that are part of the way, as `takeProblems` says them; again and again when nobody answers. */
  readonly problems: readonly string[];
}

const SEATS_IN_TWO_ROWS = 16;

/** The session that somebody has, and the screens they come to. */
export interface Tour {
  readonly token?: string;
  readonly screens: Screens;
}

/** Everybody who together see every screen and state of the product. A new one is added to their places, and nowhere else. */
export const everyVisitor: readonly Sightseer[] = [
  {
    name: 'signed in, on the way to a ticket',
    isAnswered: true,
    prepare: async (url, seat) => {
      const member = await signUpWithTicket(url, seat);
      return { token: member.token, screens: screensOfBuyers(member) };
    },
    problems: [],
  },
  {
    name: 'signed in, with a ticket',
    isAnswered: true,
    prepare: async (url, seat) => ({
      token: (await signUpWithTicket(url, seat + SEATS_IN_TWO_ROWS)).token,
      screens: screensOfOwners,
    }),
    problems: ['403 PUT user/balance'],
  },
  {
    name: 'signed in for the first time',
    isAnswered: true,
    prepare: async (url) => ({ token: (await signUpMember(url, { age: 8 })).token, screens: screensOfNewcomers }),
    problems: [],
  },
  {
    name: 'signed out',
    isAnswered: true,
    prepare: async () => ({ screens: screensOfStrangers }),
    problems: ['404 GET /no/such/page', '404 GET /movie/Sharknado'],
  },
  {
    name: 'unanswered',
    isAnswered: false,
    prepare: async (url) => ({ token: (await signUpMember(url)).token, screens: screensOfTheUnanswered }),
    problems: ['net::ERR_FAILED POST user/balance', 'net::ERR_FAILED GET user/info'],
  },
  {
    name: 'cut off',
    isAnswered: false,
    prepare: async () => ({ screens: screensOfTheCutOff }),
    problems: ['movie', 'movie/Metropolis', 'booked-seats/Metropolis', 'booked-seats/Metropolis/live'].map(
      (path) => `net::ERR_FAILED GET ${path}`,
    ),
  },
];

/** Signs somebody up who has 100,000 rupiah left and a ticket of The Kid. */
async function signUpWithTicket(url: string, seat: number): Promise<Member> {
  const member = await signUpMember(url, { balance: 135_000 });
  await buySeats(url, member, 'The Kid', tomorrowEvening(), [seat]);
  return member;
}
