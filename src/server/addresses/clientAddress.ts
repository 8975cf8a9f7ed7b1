import { isIP, SocketAddress } from 'node:net';

/** All clients whose address is not known count as one. */
const NO_ADDRESS = 'unknown';

/** `203.0.113.10:40001`, `[2001:db8::1]` and `[2001:db8::1]:40001`; RFC 7239 allows names for ports, and quotes around all of it. */
const WITH_PORT = /^(?:\[([^[\]]+)\](?::[\w.-]+)?|([\d.]+):[\w.-]+)$/;

/** `2001:db8::1%eth0`: the zone names a network interface of the machine that wrote it. */
const ZONE = /%.*$/;

const IPV4_MAPPED = /^::ffff:(?=[\d.]+$)/;

/**
 * The IP address of the client, which limits, feeds, hashing turns and the log know it by. A trusted proxy that does not say an
 * address (`unknown`, `_hidden`, `unix:`) stands for its clients itself.
 *
 * @param request `ips` are the hops from the socket to the first one that is not a trusted proxy; absent without proxies.
 */
export function clientAddress({ ip, ips = [ip] }: { readonly ip: string; readonly ips?: readonly string[] }): string {
  return ips.map(parseAddress).findLast((address) => address !== undefined) ?? NO_ADDRESS;
}

/**
 * Reads an address as sockets and `X-Forwarded-For` write it, and returns its canonical form, without port and zone and with an
 * IPv4-mapped address as IPv4. Undefined for everything else, and for a socket that is closed.
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
