import { isOutcomeUnknown } from '#domain/failure.ts';
import { canHold, holdForUser, isShare, isShareKnown, ownHold, seatsToHold, sharedSeats } from '#domain/hall.ts';
import { MINIMUM_SHARED_SEATS, seatsOfEither, seatsWithout } from '#domain/seats.ts';
import { isSeatLoss } from '#domain/selection.ts';
import { isRunning } from './commandProgress.ts';
import { withCode, type HallContext } from './hallModel.ts';
import type { HoldChange, HoldOutcome } from './holdCalls.ts';

/**
 * The page's next step for its wish: to `ask` the server, to `wait`, or to `forget` the wish, because the server has what the page wants
 * or cannot give it. A hold waits for the session and for the code's mark. A release waits for the end of a purchase, which may need the hold.
 */
export function stepFor(context: HallContext): 'ask' | 'wait' | 'forget' {
  const { purchase, viewer, wish } = context;
  if (wish === 'hold') {
    if (viewer === undefined || !isShareKnown(context)) return 'wait';
    const isHeld = ownHold(context)?.seatNumbers.join() === seatsToHold(context).join();
    return canHold(context) && !isHeld ? 'ask' : 'forget';
  }
  if (wish === 'release') {
    if (isRunning(purchase)) return 'wait';
    return holdForUser(context) === undefined ? 'forget' : 'ask';
  }
  if (wish === 'stop') return isShare(ownHold(context)) ? 'ask' : 'forget';
  return wish === 'share' ? 'ask' : 'wait';
}

/** The request for what the page wants. */
export function changeOf(context: HallContext): HoldChange {
  const { screening, wish = 'release' } = context;
  return { wish, screening, seatNumbers: seatsToHold(context), id: ownHold(context)?.id };
}

/** Whether the user shares seats here and the page does not know their code. The server refuses to share a single seat, so it is not asked. */
export function lacksCode(context: HallContext): boolean {
  const isUnknown = isShare(ownHold(context)) && isShareKnown(context) && sharedSeats(context) === undefined;
  return isUnknown && recallOf(context).seatNumbers.length >= MINIMUM_SHARED_SEATS;
}

/** The request that made the user's share. Its response has the code. */
export function recallOf(context: HallContext): HoldChange {
  const { id, seatNumbers = [], paidSeatNumbers = [] } = ownHold(context) ?? {};
  return { wish: 'share', screening: context.screening, seatNumbers: seatsOfEither(seatNumbers, paidSeatNumbers), id };
}

/** The facts in the response to a change of the hold. If it is lost, a report decides; until then, only shared seats count. */
export function afterOutcome(context: HallContext, outcome: HoldOutcome): Partial<HallContext> {
  const { at, failure, hold, wish } = outcome;
  const isReleased = isUnanswered(outcome) && (wish === 'hold' || wish === 'release');
  return {
    ...((failure === undefined || isReleased) && { answer: { hold, at } }),
    ...(!isOvertaken(context, outcome) && { wish: undefined }),
  };
}

/** The facts in the response that the selected seats are shared. Each friend, and the user too, now selects their own. */
export function afterSharing(context: HallContext, outcome: HoldOutcome): Partial<HallContext> {
  return {
    ...afterOutcome(context, outcome),
    ...withCode(outcome.hold?.shareCode),
    selected: seatsWithout(context.selected, outcome.seatNumbers),
  };
}

/** Whether the response does not say what hold the user has now. */
export function isUnanswered({ failure }: HoldOutcome): boolean {
  return failure !== undefined && (isOutcomeUnknown(failure) || failure.code === 'too_many_attempts');
}

/** Whether the server refused because others have bought or hold seats that the page still asks for. */
export function losesSelection(context: HallContext, outcome: HoldOutcome): boolean {
  const { failure } = outcome;
  return failure !== undefined && isSeatLoss(failure) && !isOvertaken(context, outcome);
}

/** Refusals of a hold after which the page says nothing: another tab holds seats, or the own purchase was faster. */
const QUIET_REFUSALS = new Set(['hold_changed', 'too_many_holds', 'seat_taken', 'seat_held']);

/** Whether the dialog says why the seats are not held. */
export function isRefusalShown(context: HallContext, outcome: HoldOutcome): boolean {
  const { failure, wish } = outcome;
  if (wish !== 'hold' || failure === undefined || isOvertaken(context, outcome)) return false;
  return !QUIET_REFUSALS.has(failure.code);
}

/** Whether the page wants something else by now than what the server was asked for. */
function isOvertaken(context: HallContext, { wish, seatNumbers }: HoldOutcome): boolean {
  if (context.wish !== wish) return true;
  return wish === 'hold' && seatNumbers.join() !== seatsToHold(context).join();
}
