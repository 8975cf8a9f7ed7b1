import { buySeats } from './callApi.ts';
import { localPath, type Language } from '#domain/languages.ts';
import { everyPage, type Screens } from './everyPage.ts';
import { signUpMember, type Member } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';

/** A kind of visitor, and every screen and dialog that they can open, each reached from the previous one. */
export interface VisitorKind {
  readonly name: string;
  /** Whether the server answers all their requests. */
  readonly isAnswered: boolean;
  /** Creates the account, buys a ticket for this seat if needed, and gives the screens to open. */
  readonly prepare: (url: string, seat: number) => Promise<Tour>;
  /** The expected problems, as `takeProblems` reports them. They repeat when requests are retried. */
  readonly problems: readonly string[];
}

const SEATS_IN_TWO_ROWS = 16;

/** A visitor's session token and screens. */
export interface Tour {
  readonly token?: string;
  readonly screens: Screens;
}

/** Visitors who together open every screen of the product in a language. Add a new screen to one of their lists. */
export function visitorsIn(language: Language): readonly VisitorKind[] {
  const screens = everyPage(language);
  const at = (path: string) => localPath(language, path);

  return [
    {
      name: 'signed in, buying a ticket',
      isAnswered: true,
      prepare: async (url, seat) => {
        const member = await signUpWithTicket(url, seat);
        return { token: member.token, screens: screens.screensOfBuyers(member) };
      },
      problems: [],
    },
    {
      name: 'signed in, with a ticket',
      isAnswered: true,
      prepare: async (url, seat) => ({
        token: (await signUpWithTicket(url, seat + SEATS_IN_TWO_ROWS)).token,
        screens: screens.screensOfOwners,
      }),
      problems: ['403 PUT user/balance'],
    },
    {
      name: 'signed in for the first time',
      isAnswered: true,
      prepare: async (url) => ({
        token: (await signUpMember(url, { age: 8 })).token,
        screens: screens.screensOfNewcomers,
      }),
      problems: [],
    },
    {
      name: 'signed out',
      isAnswered: true,
      prepare: async () => ({ screens: screens.screensOfSignedOutUsers }),
      problems: ['/no/such/page', '/movie/Sharknado'].map((path) => `404 GET ${at(path)}`),
    },
    {
      name: 'signed in, without responses',
      isAnswered: false,
      prepare: async (url) => ({ token: (await signUpMember(url)).token, screens: screens.screensWithoutResponses }),
      problems: ['net::ERR_FAILED POST user/balance', 'net::ERR_FAILED GET user/info'],
    },
    {
      name: 'signed out, without responses',
      isAnswered: false,
      prepare: async () => ({ screens: screens.screensWithoutData }),
      problems: ['movie', 'movie/Metropolis', 'booked-seats/Metropolis', 'booked-seats/Metropolis/live'].map(
        (path) => `net::ERR_FAILED GET ${path}`,
      ),
    },
  ];
}

/** The visitors of the English pages. */
export const everyVisitor = visitorsIn('en');

/** Signs up a user with a ticket of The Kid and a balance of 100,000 rupiah. */
async function signUpWithTicket(url: string, seat: number): Promise<Member> {
  const member = await signUpMember(url, { balance: 135_000 });
  await buySeats(url, member, 'The Kid', tomorrowEvening(), [seat]);
  return member;
}
