import { buySeats } from './callApi.ts';
import { localPath, type Language } from '#domain/languages.ts';
import { closeDoor } from '../../src/server/store/doors.ts';
import { addDoor, buyWithCode, THURSDAY_EVENING } from '../server/atTheDoor.ts';
import { addPerson, cancel } from '../server/people.ts';
import { everyPage, type DoorLink, type Screens } from './everyPage.ts';
import { signUpMember, type Member } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { startCinema } from './startCinema.ts';

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
  /** A server of its own, and what stops it. */
  readonly server?: { readonly url: string; readonly stop: () => Promise<void> };
}

/** Visitors who together open every screen of the product in a language. Add a new screen to one of their lists. */
export function visitorsIn(language: Language): readonly VisitorKind[] {
  const screens = everyPage(language);
  const at = (path: string) => localPath(language, path);

  return [
    {
      name: 'at the door',
      isAnswered: true,
      prepare: () => openDoor(screens.screensAtTheDoor),
      problems: [],
    },
    {
      name: 'at the door, without responses',
      isAnswered: false,
      prepare: () => openDoor(screens.screensAtTheDoorOffline),
      problems: ['net::ERR_FAILED POST door/admissions', 'net::ERR_FAILED GET door/tickets', '401 GET door/tickets'],
    },
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

/** Starts a server at which it is 20.00, with a door and two tickets of The Kid tonight. */
async function openDoor(screensOf: (door: DoorLink) => Screens): Promise<Tour> {
  const server = await startCinema({ now: THURSDAY_EVENING });
  const { cinema } = server;
  const { token, name } = await addDoor(cinema);
  const person = await addPerson(cinema, { balance: 500_000 });
  const tickets = [
    await buyWithCode(cinema, person, { seatNumbers: [12, 13] }),
    await buyWithCode(cinema, person, { seatNumbers: [20, 21] }),
  ];
  const door = {
    token,
    codes: tickets.map(({ code }) => code),
    cancel: () => cancel(cinema, person, tickets[0]?.id),
    close: () => closeDoor(cinema.db, { name, now: cinema.clock.now }),
  };
  return { screens: screensOf(door), server };
}

/** The visitors of the English pages. */
export const everyVisitor = visitorsIn('en');

/** Signs up a user with a ticket of The Kid and a balance of 100,000 rupiah. */
async function signUpWithTicket(url: string, seat: number): Promise<Member> {
  const member = await signUpMember(url, { balance: 135_000 });
  await buySeats(url, member, 'The Kid', tomorrowEvening(), [seat]);
  return member;
}
