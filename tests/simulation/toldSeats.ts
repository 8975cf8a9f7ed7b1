import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { isMachineSnapshot, type InspectionEvent } from 'xstate';
import { failureSentence } from '#contract/failureSentence.ts';
import { screeningOf } from '#domain/booking.ts';
import { holdForUser, ownPurchase, sharedSeats } from '#domain/hall.ts';
import { seatsOfEither } from '#domain/seats.ts';
import { isSeatLoss } from '#domain/selection.ts';
import { actorOf } from '#machines/actors.ts';
import type { CommandSnapshot } from '#machines/commandMachine.ts';
import type { HallSnapshot } from '#machines/hallMachine.ts';
import type { HallContext } from '#machines/hallModel.ts';
import { brokenClaim, brokenHold, brokenShare, type Listener } from './seatClaims.ts';
import { readSeatMessage } from './seatMessages.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

/** Milliseconds by which a request can be late. The page reads a hold, and then sends another request before it says anything. */
const LATEST_REQUEST = 20_000;

type Actor = InspectionEvent['actorRef'];

const noticeSchema = v.object({
  type: v.literal('notify'),
  notification: v.object({ content: v.object({ code: v.string(), seatNumbers: v.array(v.number()) }) }),
});
const announcedSchema = v.object({ type: v.literal('dialog.refused') });

/** The snapshots of a hall: after its last event, after the last step of a transition, and before the first failure of the transition. */
interface Watched {
  settled: HallSnapshot;
  latest: HallSnapshot;
  before: HallSnapshot;
  /** Whether the transition has changed the failure. */
  hasFailed: boolean;
}

/** A purchase that the user confirmed in a tab since it was loaded. */
interface Purchase {
  /** The true time in epoch milliseconds. */
  readonly startedAt: number;
  readonly key: string;
  readonly hasFailed: boolean;
}

/** The page when its user is told something; `since` is the true time from which the news may be. */
type Page = Pick<Listener, 'screening' | 'userId' | 'wanted' | 'hold' | 'shareCode'> & { readonly since: number };

/**
 * Checks at the moment when a visitor is told something about seats that it is true: that they are sold, that another visitor or the
 * user holds them, that friends can buy them, or that a hold has ended.
 */
export class ToldSeats {
  /** The number of statements that were checked. */
  checked = 0;
  readonly #server: SimulatedServer;
  readonly #report: (breach: string) => void;
  readonly #halls = new WeakMap<Actor, Watched>();
  /** By the product as the tab has loaded it: after a reload, it does not know what was bought before. */
  readonly #purchases = new WeakMap<Tab['app'], Map<Actor, Purchase>>();

  constructor(server: SimulatedServer, report: (breach: string) => void) {
    this.#server = server;
    this.#report = report;
  }

  inspect(tab: Tab, event: InspectionEvent): void {
    if (event.type === '@xstate.event') {
      const notice = v.safeParse(noticeSchema, event.event);
      if (notice.success && event.sourceRef !== undefined)
        this.#hear(tab, event.sourceRef, failureSentence(notice.output.notification.content));
    }
    if (event.type !== '@xstate.snapshot' && event.type !== '@xstate.microstep') return;
    const { actorRef, snapshot } = event;
    if (isCommand(snapshot)) this.#notePurchase(tab, actorRef, snapshot);
    if (!isHall(snapshot) || event.event.type === 'xstate.stop') return;
    const { settled, latest, before, hasFailed } = this.#halls.get(actorRef) ?? {
      settled: snapshot,
      latest: snapshot,
      before: snapshot,
      hasFailed: false,
    };
    const isNews = snapshot.context.failure !== latest.context.failure;
    const isLater = latest !== settled && hasFailed;
    const watched = {
      settled,
      latest: snapshot,
      before: isNews && !isLater ? latest : before,
      hasFailed: isNews || isLater,
    };
    this.#halls.set(actorRef, watched);
    if (isNews) this.#readAlert(tab, watched, v.is(announcedSchema, event.event));
    this.#readLabels(tab, latest.context, snapshot.context);
    if (event.type === '@xstate.snapshot') watched.settled = snapshot;
  }

  /** Reads a toast. */
  #hear(tab: Tab, source: Actor, text: string): void {
    const snapshot: unknown = source.getSnapshot();
    const watched = this.#halls.get(source);
    if (watched !== undefined) this.#judge(tab, text, inHall(watched, tab.device.newsSince));
    if (!isCommand(snapshot)) return;
    const { command } = snapshot.context;
    const purchase = this.#purchases.get(tab.app)?.get(source);
    if (command.kind !== 'purchase' || purchase === undefined) return;
    const page = {
      screening: screeningOf(command.booking),
      userId: actorOf(tab.app.system, 'session').getSnapshot().context.user?.id,
      wanted: command.booking.seatNumbers,
      hold: undefined,
      shareCode: command.booking.shareCode,
      since: Math.min(purchase.startedAt, tab.device.newsSince),
    };
    this.#judge(tab, text, page);
  }

  /** Reads the message that the hall shows above its seats. */
  #readAlert(tab: Tab, watched: Watched, isAnnounced: boolean): void {
    const { failure } = watched.latest.context;
    if (failure === undefined) return;
    const { code, seatNumbers } = failure;
    const message = failureSentence(failure);
    const named = readSeatMessage(message)?.seatNumbers ?? [];
    if (isSeatLoss(failure) && named.join() !== seatNumbers.join())
      this.#report(`${tab.device.name} was told "${message}", but the page lost seats ${seatNumbers.join()} (${code})`);
    const purchases = [...(this.#purchases.get(tab.app)?.values() ?? [])];
    const startedAt = isAnnounced ? purchases.at(-1)?.startedAt : undefined;
    const { newsSince } = tab.device;
    this.#judge(tab, message, inHall(watched, Math.min(startedAt ?? newsSince, newsSince)));
  }

  #judge(tab: Tab, text: string, page: Page): void {
    const claim = readSeatMessage(text);
    if (claim === undefined) return;
    this.checked += 1;
    for (const reason of brokenClaim(this.#server, claim, this.#listenerOf(tab, page)))
      this.#report(`${tab.device.name} was told "${text}", but ${reason}`);
  }

  /** Reads the labels "Held for you" and "Kept for you and your friends" when they begin or change. */
  #readLabels(tab: Tab, before: HallContext, context: HallContext): void {
    const { screening, viewer, selected: wanted, shareCode } = context;
    const hold = holdForUser(context);
    const share = sharedSeats(context);
    const page = { screening, userId: viewer?.id, wanted, hold, shareCode, since: tab.device.newsSince };
    if (hold !== undefined && hold.id !== holdForUser(before)?.id) {
      const listener = this.#listenerOf(tab, { ...page, since: page.since - LATEST_REQUEST });
      this.checked += 1;
      for (const reason of brokenHold(this.#server, hold, listener))
        this.#report(`${tab.device.name} sees seats ${hold.seatNumbers.join()} held for the user, but ${reason}`);
    }
    if (share !== undefined && !isDeepStrictEqual(share, sharedSeats(before))) {
      const listener = this.#listenerOf(tab, page);
      this.checked += 1;
      for (const reason of brokenShare(this.#server, share, listener))
        this.#report(
          `${tab.device.name} sees seats ${share.seatNumbers.join()} kept and ${share.paid.join() || 'none'} paid for, but ${reason}`,
        );
    }
  }

  #listenerOf(tab: Tab, { since, ...page }: Page): Listener {
    const { now } = this.#server;
    const period = { from: now - (tab.device.time.now - since), to: now };
    return { ...page, period, ownTickets: this.#ticketsOf(tab) };
  }

  #notePurchase(tab: Tab, actorRef: Actor, { context, value }: CommandSnapshot): void {
    if (context.command.kind !== 'purchase') return;
    const purchases = this.#purchases.get(tab.app) ?? new Map<Actor, Purchase>();
    this.#purchases.set(tab.app, purchases);
    const { startedAt } = purchases.get(actorRef) ?? { startedAt: tab.device.time.now };
    const hasFailed = value === 'refused' || value === 'left' || value === 'ended';
    purchases.set(actorRef, { startedAt, key: context.idempotencyKey, hasFailed });
  }

  /** The tickets that were bought in a tab since it was loaded, and not refused. A running purchase may have one already. */
  #ticketsOf(tab: Tab): string[] {
    const keys = [...(this.#purchases.get(tab.app)?.values() ?? [])].flatMap(({ key, hasFailed }) =>
      hasFailed ? [] : key,
    );
    const rows = this.#server.look(
      `select json_extract(body, '$.id') as id from idempotency_keys
       where status < 400 and key in (select value from json_each(?))`,
      JSON.stringify(keys),
    );
    return (rows ?? []).map(({ id }) => String(id));
  }
}

function inHall({ settled: { context: hall }, before }: Watched, since: number): Page {
  const { screening, shareCode, viewer, wish } = hall;
  const { selected } = before.context;
  return {
    screening,
    userId: viewer?.id,
    // The user may deselect seats while the page waits for the response that these are shared.
    wanted: wish === 'share' ? undefined : seatsOfEither(selected, seatsOfEither(hall.selected, ownPurchase(hall))),
    hold: holdForUser(hall),
    shareCode: sharedSeats(hall) === undefined ? undefined : shareCode,
    since,
  };
}

function isHall(snapshot: unknown): snapshot is HallSnapshot {
  return isMachineSnapshot(snapshot) && snapshot.machine.id === 'hall';
}

function isCommand(snapshot: unknown): snapshot is CommandSnapshot {
  return isMachineSnapshot(snapshot) && snapshot.machine.id === 'command';
}
