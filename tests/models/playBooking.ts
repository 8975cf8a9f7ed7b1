import { expect } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { isShowtimeOpen } from '#domain/schedule.ts';
import { isSeatSelection, sortSeats, takenSentence } from '#domain/seats.ts';
import { sentences } from '#domain/sentences.ts';
import type { BookingFact } from '#machines/bookingMachine.ts';
import { metropolis, ticketOf } from '../machines/people.ts';
import { stageBooking, stageSeats } from '../machines/stageBooking.ts';
import type { Call, Command } from './bookingCommands.ts';

type Stage = ReturnType<typeof stageBooking>;
const CALLS = ['loadMovie', 'loadHall', 'bookTickets', 'recordSeats'] as const;

type Snapshot = ReturnType<Stage['actor']['getSnapshot']>;

/** Plays a walk over the booking machine, holds it to every rule after each step, and gives the states it came through. */
export async function playBooking(beginning: 'seats' | 'page', walk: readonly Command[]): Promise<string[]> {
  const stage = beginning === 'seats' ? await stageSeats() : stageBooking();
  const check = watchRules(stage);
  const visited: string[] = [];
  for (const command of walk) {
    if (stage.actor.getSnapshot().status === 'done') break;
    await perform(stage, command);
    check(command);
    visited.push(nameOf(stage.actor.getSnapshot().value));
  }
  stage.actor.stop();
  return visited;
}

async function perform(stage: Stage, command: Command): Promise<void> {
  const { actor, clock } = stage;
  switch (command.act) {
    case 'toggle':
      return actor.send({ type: 'seat.toggle', seatNumber: command.seat });
    case 'press':
      return actor.send({ type: command.button });
    case 'goTo':
      return actor.send({ type: 'showtime.changed', place: command.place });
    case 'become':
      return actor.send({ type: 'viewer.changed', viewer: command.viewer });
    case 'hear':
      return actor.send({ type: 'seats.changed', seatNumbers: heard(stage, command) });
    case 'feed':
      return actor.send({ type: command.fact });
    case 'wait':
      return clock.increment(command.milliseconds);
    case 'tick':
      return actor.send({ type: 'clock.ticked', now: Date.parse(`2026-03-05T${command.now}:00+07:00`) });
    case 'answer':
      return answer(stage, command);
    case 'refuse':
      return refuse(stage, command);
    default:
      return command;
  }
}

/** The seats that the feed tells as sold: at times those that the visitor has just bought, or tried to. */
function heard(stage: Stage, { sold, own }: Extract<Command, { act: 'hear' }>): number[] {
  return sortSeats([...new Set([...sold, ...(own ? lastSeats(stage) : [])])]);
}

/** Answers the last call of its kind; one that nobody waits for any more is answered too, and must change nothing. */
async function answer(stage: Stage, { call, hall, kept }: Extract<Command, { act: 'answer' }>): Promise<void> {
  const asked = callOf(stage, call);
  switch (asked) {
    case undefined:
      return;
    case 'loadMovie':
      return stage.loadMovie.answer(metropolis);
    case 'loadHall':
      return stage.loadHall.answer({ booked: hall, kept });
    case 'bookTickets':
      return stage.bookTickets.answer(ticketOf('t1', lastSeats(stage)));
    case 'recordSeats':
      return stage.recordSeats.answer(ticketOf('t1', lastSeats(stage)));
    default:
      return asked;
  }
}

async function refuse(stage: Stage, { call, code }: Extract<Command, { act: 'refuse' }>): Promise<void> {
  const asked = callOf(stage, call);
  if (asked === undefined) return;
  const seatNumbers = code === 'seat_taken' ? lastSeats(stage).slice(0, 1) : [];
  await stage[asked].fail(new CallFailed({ code, message: `Sorry: ${code}`, seatNumbers, balance: 0 }));
}

/** The call to answer, if it was ever made. */
function callOf(stage: Stage, call: Call | 'pending'): Call | undefined {
  const { children } = stage.actor.getSnapshot();
  if (call === 'pending' && children['refetchHall'] !== undefined) return 'loadHall';
  return CALLS.find((each) =>
    call === 'pending' ? children[each] !== undefined : each === call && stage[each].inputs().length > 0,
  );
}

function lastSeats({ bookTickets }: Stage): number[] {
  return bookTickets.inputs().at(-1)?.booking.seatNumbers ?? [];
}

/** The rules of the specification, each told by what is seen before and after a step. */
function watchRules(stage: Stage): (command: Command) => void {
  let before = stage.actor.getSnapshot();
  let callsBefore = 0;
  let factsBefore = 0;
  let announcedAt: number | undefined;
  const bodies = new Map<string, string>();

  return (command) => {
    const after = stage.actor.getSnapshot();
    const { booked, selected } = after.context;
    const purchases = stage.bookTickets.inputs();
    const started = purchases.length - callsBefore;

    expect(selected.length === 0 || isSeatSelection(selected), 'at most six seats of the hall, none twice').toBe(true);
    expect(selected, 'the selection is ascending').toEqual(sortSeats(selected));
    expect(
      selected.filter((seat) => booked.includes(seat)),
      'no seat is both booked and selected',
    ).toEqual([]);

    if (isElsewhere(before, after) && !hallWasAnswered(before, command)) {
      expect(selected, 'another showtime empties the selection').toEqual([]);
    }
    if (command.act === 'toggle') {
      expect(after.value, 'a seat leads nowhere').toEqual(before.value);
      expect(selected, 'one seat, or none, comes or goes').toEqual(toggled(before, command.seat));
    } else if (!hallWasAnswered(before, command)) {
      expect(
        selected.filter((seat) => !before.context.selected.includes(seat)),
        'seats join the selection by a click or from before a top-up only',
      ).toEqual([]);
    }

    const gone = before.context.selected.filter((seat) => !selected.includes(seat));
    const hears = command.act === 'hear' || (command.act === 'answer' && before.children['refetchHall'] !== undefined);
    const lost = hears ? gone : keptInVain(before, command, after);
    expect(stage.facts.slice(factsBefore).filter(isLoss), 'seats lost to others are named, once').toEqual(
      lost.length > 0 ? [expect.objectContaining(lossOf(lost))] : [],
    );
    if (hears && (!before.matches({ choosing: 'hall' }) || mayBeTheirs(before))) {
      expect(gone, 'a purchase on its way, or of unknown outcome, loses no seat to the feed').toEqual([]);
    }

    const confirmed = command.act === 'press' && command.button === 'purchase.confirm';
    const mayStart = confirmed && before.matches({ choosing: { hall: { selection: 'confirming' } } });
    expect(started <= (mayStart ? 1 : 0), 'one purchase for one confirm in the dialog, and for nothing else').toBe(
      true,
    );
    if (started === 1) {
      const [last] = purchases.slice(-1);
      expect(last?.booking.seatNumbers, 'it buys what was selected').toEqual(before.context.selected);
      expect(isSeatSelection(before.context.selected), 'there is a seat to buy').toBe(true);
      expect(before.context.viewer?.age ?? 0, 'the buyer is older than the rating').toBeGreaterThan(13);
      expect(before.context.ticket, 'nothing is bought after a ticket').toBeUndefined();
      const body = JSON.stringify(last?.booking);
      const key = last?.idempotencyKey ?? '';
      expect(key, 'a purchase has a key').not.toBe('');
      expect(bodies.get(key) ?? body, 'a key stands for one purchase').toBe(body);
      bodies.set(key, body);
    }

    if (after.hasTag('reviewing') && after.matches('choosing')) {
      expect(after.context.viewer, 'the buy dialog is for somebody signed in').toBeDefined();
    }
    if (after.matches({ choosing: 'hall' })) {
      expect(after.context.showtime, 'seats show for the chosen showtime only').toEqual({
        title: 'Metropolis',
        ...after.context.place,
      });
    }
    if (isElsewhere(before, after) && after.context.showtime !== undefined) {
      expect(isShowtimeOpen(after.context.showtime, after.context), 'only a showtime on sale is opened').toBe(true);
    }

    const tickets = stage.facts.filter(({ type }) => type === 'tickets.booked').length;
    expect(tickets, 'a ticket is announced once').toBe(after.context.ticket === undefined ? 0 : 1);
    const successes = stage.facts.filter(
      (fact) => fact.type === 'notify' && fact.notification.text === sentences.purchaseSuccess,
    ).length;
    expect(successes, 'success is told once, after a ticket').toBeLessThanOrEqual(tickets);
    if (successes > 0) announcedAt ??= stage.clock.now();
    const timesHome = stage.paths.filter((path) => path === '/').length;
    const waited = announcedAt === undefined ? 0 : stage.clock.now() - announcedAt;
    expect({ waited, timesHome }, 'home once, 1500 ms after the success and not before').toEqual({
      waited,
      timesHome: waited >= 1500 ? 1 : 0,
    });
    expect(after.status, 'the page never breaks').toBe(timesHome === 1 ? 'done' : 'active');

    before = after;
    callsBefore = purchases.length;
    factsBefore = stage.facts.length;
  };
}

function lossOf(seatNumbers: readonly number[]) {
  return { notification: { type: 'warning', text: takenSentence(seatNumbers), placement: 'bottom-left' } };
}

/** The seats kept from before a top-up that were sold when the hall was opened again. */
function keptInVain(before: Snapshot, command: Command, after: Snapshot): readonly number[] {
  const opened = before.children['loadHall'] !== undefined && after.matches({ choosing: 'hall' });
  return opened && command.act === 'answer' ? command.kept.filter((seat) => command.hall.includes(seat)) : [];
}

function isLoss(fact: BookingFact): boolean {
  return fact.type === 'notify' && fact.notification.text.endsWith('just been taken');
}

/** Whether the seats in the dialog may be the visitor's own already. */
function mayBeTheirs({ context }: Snapshot): boolean {
  return context.failure?.code === 'unreachable';
}

function toggled({ context, value }: Snapshot, seat: number): readonly number[] {
  const { booked, selected } = context;
  if (!nameOf(value).includes('choosingSeats')) return selected;
  if (selected.includes(seat)) return selected.filter((each) => each !== seat);
  const refused = seat < 1 || seat > 64 || booked.includes(seat) || selected.length === 6;
  return refused ? selected : sortSeats([...selected, seat]);
}

/** Whether a step came to another showtime than the one whose seats were selected. */
function isElsewhere(before: Snapshot, after: Snapshot): boolean {
  return JSON.stringify(before.context.showtime) !== JSON.stringify(after.context.showtime);
}

function hallWasAnswered(before: Snapshot, { act }: Command): boolean {
  return act === 'answer' && before.children['loadHall'] !== undefined;
}

function nameOf(value: Snapshot['value']): string {
  return typeof value === 'string' ? value : pathsOf(value).join(' ');
}

function pathsOf(value: object): string[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null
      ? pathsOf(inner).map((path) => `${key}.${path}`)
      : `${key}.${String(inner)}`,
  );
}
