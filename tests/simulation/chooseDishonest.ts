import { offerAt } from '#domain/calendar.ts';
import { isTimeOpen } from '#domain/schedule.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import { codesIn } from './dishonestVisitor.ts';
import type { World } from './perform.ts';
import { pickWeighted, type Random } from './random.ts';
import { MOVIES, ZONE, type SimulatedServer } from './server.ts';
import type { DishonestAct, Showing, Step } from './steps.ts';

const MINUTE = 60_000;
const SECOND = 1000;
/** The first seats of the rows of six that dishonest visitors want. Honest visitors want the seats below 9. */
const BLOCKS = [5, 11, 17, 23, 29, 35, 41, 47] as const;
const TOP_UPS = [100_000, 250_000, 500_000] as const;

/** Chooses what a dishonest visitor does next. Undefined if there is no such visitor. */
export function chooseDishonestStep({ dishonest, links, server }: World, random: Random): Step | undefined {
  if (dishonest.length === 0) return undefined;
  const index = random.below(dishonest.length);
  const accounts = dishonest[index]?.accounts ?? [];
  const account = random.below(accounts.length);
  const state = accounts[account];
  const ms = random.chance(0.1) ? random.below(5 * MINUTE) : random.below(random.chance(0.4) ? 1 : 3 * SECOND);
  if (state === undefined) return undefined;
  if (state.sessions.length === 0) return { dishonest: index, does: { act: 'enter', account }, ms };
  const bodyMs = random.chance(0.3) ? random.below(10 * SECOND) : 0;
  const leaves = bodyMs > 0 && random.chance(0.4) ? { leavesAfterMs: random.below(bodyMs) } : {};
  const as = { account, session: random.below(state.sessions.length), bodyMs, ...leaves };
  const showing = showingAt(server, random);
  const shares = codesIn(links).length > 0;
  const hasHeld = state.holds.length > 0;
  const hold = {
    act: 'hold',
    showing,
    seatNumbers: blockOf(MAXIMUM_SEATS, random),
    shared: false,
    replaces: 'none',
    ...as,
  } as const;
  const acts: { readonly weight: number; readonly value: DishonestAct }[] = [
    { weight: 6, value: hold },
    { weight: 1, value: { ...hold, seatNumbers: blockOf(1 + random.below(MAXIMUM_SEATS), random) } },
    { weight: 4, value: { ...hold, shared: true } },
    {
      weight: hasHeld ? 3 : 0,
      value: { ...hold, replaces: random.pick(['latest', 'older']) },
    },
    { weight: state.lastWish === undefined ? 0 : 3, value: { act: 'holdAgain', times: 1 + random.below(3), ...as } },
    {
      weight: hasHeld ? 3 : 0,
      value: {
        act: 'release',
        shared: state.holds.at(-1)?.shareCode !== undefined,
        named: random.pick(['none', 'latest', 'older', 'older']),
        ...as,
      },
    },
    { weight: 1, value: { act: 'buy', showing, seatNumbers: blockOf(1 + random.below(2), random), ...as } },
    {
      weight: shares ? 5 : 0,
      value: {
        act: 'buyShared',
        nth: random.below(2),
        count: 1 + random.below(MAXIMUM_SEATS),
        withOwn: random.chance(0.3),
        ...as,
      },
    },
    { weight: state.tickets.length > 0 ? 4 : 0, value: { act: 'cancel', nth: random.below(8), ...as } },
    { weight: 4, value: { act: 'topUp', amount: random.pick(TOP_UPS), ...as } },
    { weight: state.commands.length > 0 ? 3 : 0, value: { act: 'repeat', account, nth: random.below(6) } },
    { weight: state.sessions.length < 2 ? 1 : 0, value: { act: 'enter', account } },
    { weight: state.slow > 0 ? 4 : 0.3, value: { act: 'leave', account, session: as.session, bodyMs: 0 } },
  ];
  const does = pickWeighted(random, acts);
  return does === undefined ? undefined : { dishonest: index, does, ms };
}

/** Most want the hall that honest visitors want as well. */
function showingAt({ now }: SimulatedServer, random: Random): Showing {
  const offer = offerAt(now, ZONE);
  const [today, tomorrow] = offer.days;
  const date = today?.date ?? '';
  const time = SHOWTIMES.find((each) => isTimeOpen(date, each, { now, offer }));
  const movie = random.chance(0.9) ? MOVIES[0] : random.pick(MOVIES);
  return {
    movieTitle: movie?.title ?? '',
    showtimeDate: time === undefined ? (tomorrow?.date ?? '') : date,
    showtimeTime: time ?? SHOWTIMES[0],
  };
}

function blockOf(length: number, random: Random): number[] {
  const first = random.pick(BLOCKS);
  return Array.from({ length }, (_, index) => first + index);
}
