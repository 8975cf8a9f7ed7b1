import { holdForUser } from '#domain/hall.ts';
import { selectIsHeld } from '#machines/hallSelectors.ts';
import type { Device } from './device.ts';
import { hallSnapshot } from './reach.ts';
import type { SimulatedServer } from './server.ts';
import type { Tab } from './tab.ts';

/** Milliseconds in which a visible page with a connection finds out that a hold has ended. Requests may fail or be late. */
const LATEST = 60_000;

/** Finds pages that still say "Held for you" when the hold has ended long ago, for example because another device has released it. */
export class StaleLabels {
  /** The true time since when each tab is visible and can reach the server. */
  readonly #reachableSince = new WeakMap<Tab, number>();

  broken(server: SimulatedServer, devices: readonly Device[]): string[] {
    return devices.flatMap((device) =>
      device.tabs.flatMap((tab) => {
        const since = this.#followedSince(server, device, tab);
        if (since === undefined || device.time.now - since < LATEST) return [];
        return brokenLabel(server, tab).map((breach) => `${device.name} at ${tab.path}: ${breach}`);
      }),
    );
  }

  #followedSince({ isUp }: SimulatedServer, { isConnected, time }: Device, tab: Tab): number | undefined {
    if (!isUp || !isConnected || tab.isHidden) {
      this.#reachableSince.delete(tab);
      return undefined;
    }
    const since = this.#reachableSince.get(tab) ?? time.now;
    this.#reachableSince.set(tab, since);
    return since;
  }
}

function brokenLabel(server: SimulatedServer, tab: Tab): string[] {
  const { now } = server;
  const hall = hallSnapshot(tab);
  if (hall === undefined || !selectIsHeld(hall)) return [];
  const hold = holdForUser(hall.context);
  if (hold === undefined) return [];
  const [row] = server.look('select expires_at from holds where substr(id, 1, 8) = ?', hold.id) ?? [];
  if (row === undefined) return [];
  const over = now - Number(row['expires_at']);
  return over < LATEST
    ? []
    : [`it says that seats ${hold.seatNumbers.join()} are held for the user, but the hold ended ${over} ms ago`];
}
