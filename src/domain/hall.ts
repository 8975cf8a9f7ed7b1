import { canBuy } from './booking.ts';
import { failed, type Failure } from './failure.ts';
import { MINIMUM_SHARED_SEATS, seatsInBoth, seatsOfEither, seatsWithout, sortSeats } from './seats.ts';

/** The user's hold of seats of one screening, for the user alone or for friends, too. */
export interface OwnHold {
  /** The first characters of its id, as reports have it. */
  readonly id: string;
  /** The seats that it still holds. */
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
  /** The mark of its code, if its seats are shared. */
  readonly share?: string | undefined;
  /** The code itself, if the server has just answered with it. */
  readonly shareCode?: string | undefined;
  /** Shared seats that are paid for. */
  readonly paidSeatNumbers?: readonly number[] | undefined;
}

/** A running hold in a report of the seats; `by` is the mark of its user. */
export interface ReportedHold extends Omit<OwnHold, 'shareCode'> {
  readonly by: string;
}

/** All sold seats of a screening, ascending, and the running holds. */
export interface SeatReport {
  readonly sold: readonly number[];
  readonly holds: readonly ReportedHold[];
}

/** An event of the feed, or a response of the server; the ends of holds are ISO instants. */
interface ReceivedSeats {
  readonly seatNumbers: readonly number[];
  readonly holds?: readonly (Omit<ReportedHold, 'expiresAt'> & { readonly expiresAt: string })[] | undefined;
}

/** The report in an event or a response of the server. */
export function seatReportOf({ seatNumbers, holds = [] }: ReceivedSeats): SeatReport {
  return {
    sold: seatNumbers,
    holds: holds.map((hold) => ({ ...hold, expiresAt: Date.parse(hold.expiresAt) })),
  };
}

/** Seats that somebody shares with friends: those that are still held, and those that are paid for. */
export interface SharedSeats {
  readonly id: string;
  readonly seatNumbers: readonly number[];
  readonly paid: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/**
 * The page's wish to the server: to `hold` the selected seats, to `share` them, or to end its hold (`release`) or its shared hold
 * (`stop`).
 */
export type Wish = 'hold' | 'release' | 'share' | 'stop';

/** The hold in a response, or that there is none, and when the response arrived, in epoch milliseconds. */
interface Answer {
  readonly hold: OwnHold | undefined;
  readonly at: number;
}

/** The seats of one screening, as far as the page knows them: the last report, and the answers that are newer. */
export interface Hall {
  /** Undefined before the first report. */
  readonly report: SeatReport | undefined;
  /** The sold seats that show before the first report. */
  readonly left: readonly number[] | undefined;
  /** The hold in the last response to this page, or that there is none. Undefined once a report decides. */
  readonly answer: Answer | undefined;
  /** The seats of the user's last purchase here. Undefined once a report decides. */
  readonly bought: { readonly seatNumbers: readonly number[]; readonly at: number } | undefined;
  /** The seats of the user's purchase that is running here. */
  readonly inPurchase: readonly number[];
  /** The user's mark; undefined until it is computed, and without a user. */
  readonly userMark: string | undefined;
  /** The mark of the code in the URL; undefined until it is computed, and without a code. */
  readonly codeMark: string | undefined;
  /** The code of shared seats in the URL. */
  readonly shareCode: string | undefined;
  readonly wish: Wish | undefined;
  readonly selected: readonly number[];
}

/** Milliseconds after a response in which a report may be older than it. */
const REPORT_DELAY = 3000;

/**
 * The hall after a report that arrives at `at`, in epoch milliseconds. An answer counts until a report shows it, or until one arrives
 * three seconds later: that one is newer.
 */
export function afterReport(hall: Hall, report: SeatReport, at: number) {
  const { answer, bought } = hall;
  const isOlderThan = (answered: { readonly at: number }) => Math.abs(at - answered.at) < REPORT_DELAY;
  return {
    report,
    answer: answer !== undefined && isOlderThan(answer) && !showsHold(hall, answer, report) ? answer : undefined,
    bought: bought !== undefined && isOlderThan(bought) && !showsPurchase(hall, report) ? bought : undefined,
  };
}

/**
 * The answers that the last report does not show. A report often arrives before the answer, and then the next one may tell what happened
 * after it. That the user has no hold counts as not shown: the report may be older than the hold that has just ended.
 */
export function unreportedAnswers(hall: Hall): Pick<Hall, 'answer' | 'bought'> {
  const { answer, bought, report } = hall;
  if (report === undefined) return { answer, bought };
  return {
    answer: answer?.hold !== undefined && showsHold(hall, answer, report) ? undefined : answer,
    bought: showsPurchase(hall, report) ? undefined : bought,
  };
}

/** Whether a report shows the hold in the last answer, or that there is none. */
function showsHold({ codeMark, userMark }: Hall, { hold }: Answer, report: SeatReport): boolean {
  if (userMark === undefined || (hold?.shareCode !== undefined && codeMark === undefined)) return false;
  return hold === undefined ? holdOf(report, userMark) === undefined : report.holds.some(({ id }) => id === hold.id);
}

/** Whether a report shows all seats of the last purchase as sold. */
function showsPurchase({ bought }: Hall, report: SeatReport): boolean {
  return seatsWithout(bought?.seatNumbers ?? [], report.sold).length === 0;
}

/** The hold of the user with this mark. Shared seats that are all paid for are no hold any more. */
function holdOf(report: SeatReport | undefined, mark: string): ReportedHold | undefined {
  return report?.holds.find(({ by, seatNumbers }) => by === mark && seatNumbers.length > 0);
}

/** The user's hold or share here. */
export function ownHold({ answer, report, userMark }: Hall): OwnHold | undefined {
  if (answer !== undefined) return answer.hold;
  return userMark === undefined ? undefined : holdOf(report, userMark);
}

/** Whether friends share the seats of a hold. */
export function isShare(hold: OwnHold | undefined): boolean {
  return (hold?.share ?? hold?.shareCode) !== undefined;
}

/** The user's hold of seats that friends do not share. */
export function holdForUser(hall: Hall): OwnHold | undefined {
  const hold = ownHold(hall);
  return isShare(hold) ? undefined : hold;
}

/** The seats that are shared under the code in the URL. */
export function sharedSeats(hall: Hall): SharedSeats | undefined {
  const { answer, codeMark, report, shareCode, userMark } = hall;
  if (shareCode === undefined) return undefined;
  if (answer?.hold?.shareCode === shareCode) return sharedSeatsOf(answer.hold);
  const found = sharedHold(report, codeMark);
  const hasEnded = answer !== undefined && found?.by === userMark && found?.seatNumbers.length !== 0;
  return found === undefined || hasEnded ? undefined : sharedSeatsOf(found);
}

/** The hold whose seats are shared under the code with this mark. */
export function sharedHold(report: SeatReport | undefined, mark: string | undefined): ReportedHold | undefined {
  return mark === undefined ? undefined : report?.holds.find(({ share }) => share === mark);
}

/** The shared seats of a hold. */
export function sharedSeatsOf({ id, seatNumbers, paidSeatNumbers = [], expiresAt }: OwnHold): SharedSeats {
  return { id, seatNumbers, paid: paidSeatNumbers, expiresAt };
}

/** Whether it is known which seats are shared under the code in the URL. */
export function isShareKnown(hall: Hall): boolean {
  const { codeMark, report, shareCode } = hall;
  return shareCode === undefined || (codeMark !== undefined && report !== undefined) || sharedSeats(hall) !== undefined;
}

/** The seats of the user's own purchase, until a report decides. They count as sold. */
export function ownPurchase({ bought, inPurchase }: Hall): readonly number[] {
  return bought === undefined ? inPurchase : seatsOfEither(bought.seatNumbers, inPurchase);
}

/** The sold seats, with those of the user's own purchase, ascending. */
export function soldSeats(hall: Hall): readonly number[] {
  const { left = [], report } = hall;
  const sold = report?.sold ?? left;
  const own = ownPurchase(hall);
  return own.length === 0 ? sold : seatsOfEither(sold, own);
}

/** The seats that are held for the user and for friends. */
export function keptSeats(hall: Hall): readonly number[] {
  return sharedSeats(hall)?.seatNumbers ?? [];
}

/** The seats that other users hold, ascending. Without a user, these are all held seats that are not shared under the code. */
export function seatsOfOthers(hall: Hall): readonly number[] {
  const { report, userMark } = hall;
  const others = (report?.holds ?? []).filter(({ by }) => by !== userMark);
  const held = sortSeats(others.flatMap(({ seatNumbers }) => seatNumbers));
  return seatsWithout(held, [...(ownHold(hall)?.seatNumbers ?? []), ...keptSeats(hall)]);
}

/** The seats that cannot be selected, ascending. */
export function unavailableSeats(hall: Hall): readonly number[] {
  return seatsOfEither(soldSeats(hall), seatsOfOthers(hall));
}

/** The selected seats that only a hold of the user can keep: neither shared seats nor those of the user's own purchase. */
export function seatsToHold(hall: Hall): readonly number[] {
  return seatsWithout(hall.selected, [...ownPurchase(hall), ...keptSeats(hall)]);
}

/** Whether the selection has shared seats. */
export function hasSharedSeats(hall: Hall): boolean {
  return seatsInBoth(hall.selected, keptSeats(hall)).length > 0;
}

/** Whether there are selected seats to hold, and the user holds all of them. */
export function isHeldForUser(hall: Hall): boolean {
  const hold = holdForUser(hall);
  const seats = seatsToHold(hall);
  if (hold === undefined || hall.wish === 'release') return false;
  return seats.length > 0 && seatsWithout(seats, hold.seatNumbers).length === 0;
}

/** Whether all shared seats are paid for. A friend who cancels makes it false again. */
export function isAllPaid(share: SharedSeats | undefined): boolean {
  return share?.seatNumbers.length === 0;
}

/** The failure when the user's hold has ended without a purchase. */
const HOLD_EXPIRED = failed('hold_expired');

/** The failure when shared seats are no longer kept. */
export const SHARE_OVER = failed('share_ended');

/** The same hall before and after the page learns something. */
interface Change<H extends Hall> {
  readonly before: H;
  readonly after: H;
}

/** Whether the seats that are shared under the code are no longer kept. Says nothing about another code. */
export function isShareOver({ before, after }: Change<Hall>): boolean {
  if (before.shareCode !== after.shareCode) return false;
  return sharedSeats(before) !== undefined && isShareKnown(after) && sharedSeats(after) === undefined;
}

/**
 * Why the user loses selected seats, or the hold of them: a seat is sold, shared seats are no longer kept, another user holds a seat, or
 * the hold has ended. Undefined without a loss. A visitor who is not signed in loses no seat to a hold, because it may be their own.
 */
export function lossBetween({ before, after }: Change<Hall>): Failure | undefined {
  const selected = seatsWithout(after.selected, ownPurchase(after));
  const sold = seatsInBoth(selected, soldSeats(after));
  if (sold.length > 0) return { code: 'seat_taken', seatNumbers: sold };
  const mayRecognise = after.userMark !== undefined && isShareKnown(after);
  const held = mayRecognise ? seatsInBoth(seatsToHold(after), seatsOfOthers(after)) : [];
  const wasKept = seatsInBoth(selected, keptSeats(before)).length > 0;
  if (before.wish !== 'stop' && wasKept && isShareOver({ before, after })) return { ...SHARE_OVER, seatNumbers: held };
  if (!mayRecognise || after.wish === 'hold' || after.wish === 'share') return undefined;
  const wasHeld = before.wish === undefined && before.userMark === after.userMark && isHeldForUser(before);
  if (wasHeld && !isHeldForUser(after) && seatsToHold(after).length > 0) return { ...HOLD_EXPIRED, seatNumbers: held };
  return held.length === 0 ? undefined : { code: 'seat_held', seatNumbers: held };
}

/** The hall after a failure that is newer than the last report: without the seats that it names, and without selected sold seats. */
export function afterLoss(hall: Hall, { code, seatNumbers }: Failure): Pick<Hall, 'report' | 'selected'> {
  const { left = [], report = { sold: left, holds: [] }, selected } = hall;
  const isSold = code === 'seat_taken';
  const held = { by: '', id: '', seatNumbers: seatsWithout(seatNumbers, seatsOfOthers(hall)), expiresAt: 0 };
  return {
    report: isSold
      ? { ...report, sold: seatsOfEither(report.sold, seatNumbers) }
      : { ...report, holds: [...report.holds, held] },
    selected: seatsWithout(selected, [...seatNumbers, ...seatsWithout(soldSeats(hall), ownPurchase(hall))]),
  };
}

type Buyer = Omit<Parameters<typeof canBuy>[0], 'selected'>;

/** Whether the user may hold the selected seats: not before it is known which of them are shared, nor while the user shares seats. */
export function canHold(hall: Hall & Buyer): boolean {
  return canBuy(hall) && isShareKnown(hall) && seatsToHold(hall).length > 0 && !isShare(ownHold(hall));
}

/** Whether the user may share the selected seats: not while seats are shared that still have to be paid for. */
export function canShare(hall: Hall & Buyer): boolean {
  const share = sharedSeats(hall);
  const isNothingShared = isShareKnown(hall) && (share === undefined || isAllPaid(share)) && !isShare(ownHold(hall));
  return canBuy(hall) && hall.selected.length >= MINIMUM_SHARED_SEATS && isNothingShared;
}
