import { isIP, SocketAddress } from 'node:net';

/** The address of all clients whose address is unknown; limits count them as one client. */
const NO_ADDRESS = 'unknown';

/** Matches `203.0.113.10:40001`, `[2001:db8::1]` and `[2001:db8::1]:40001`. RFC 7239 allows names for ports, and quotes. */
const WITH_PORT = /^(?:\[([^[\]]+)\](?::[\w.-]+)?|([\d.]+):[\w.-]+)$/;

/** Matches the zone of `2001:db8::1%eth0`, which names a network interface of the machine that wrote the address. */
const ZONE = /%.*$/;

const IPV4_MAPPED = /^::ffff:(?=[\d.]+$)/;

/**
 * The IP address of the client, for limits, feeds, the password queue and the log. When a trusted proxy does not report an
 * address (`unknown`, `_hidden`, `unix:`), the address of the proxy counts for its clients.
 *
 * @param request `ips` are the addresses from the socket to the first one that is not a trusted proxy; absent without proxies.
 */
export function clientAddress({ ip, ips = [ip] }: { readonly ip: string; readonly ips?: readonly string[] }): string {
  return ips.map(parseAddress).findLast((address) => address !== undefined) ?? NO_ADDRESS;
}

/**
 * Parses an address of a socket or of `X-Forwarded-For` and returns its canonical form: without port and zone, and as IPv4 if it
 * is IPv4-mapped. Undefined for any other text and for a closed socket, which has no address.
 */
export function parseAddress(text: string | undefined): string | undefined {
  const written = (text ?? '').replaceAll('"', '');
  const [, bracketed, beforePort] = WITH_PORT.exec(written) ?? [];
  const address = (bracketed ?? beforePort ?? written).replace(ZONE, '');
  const version = isIP(address);
  if (version === 0) return undefined;
  if (version === 4) return address;
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(IPV4_MAPPED, '');
}

/**
 * The network of an address: an IPv4 address itself, and the /64 of an IPv6 address, because providers assign a whole /64 to
 * each customer.
 * @param address In canonical form (`parseAddress`).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':')];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The wider network of an address, or of a network (`networkOf`): a /24 of IPv4, a /48 of IPv6. One customer often has much of it. */
export function siteOf(address: string): string {
  return networkOf(address).split(/[.:]/).slice(0, 3).join(':');
}
