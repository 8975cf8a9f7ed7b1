import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseAddress } from './clientAddress.ts';

/** The proxies whose `X-Forwarded-*` headers are trusted: the number of hops before the server, or addresses and networks. */
export type TrustedProxies = number | readonly string[];

/** Zero hops: no `X-Forwarded-*` header is trusted. */
export const NO_PROXIES = 0;

/**
 * Creates the check whether an address is a trusted proxy (reliability 47); undefined when there are no proxies. Hop 0 is the
 * peer of the socket.
 */
export function trustOf(proxies: TrustedProxies): ((address: string, hop: number) => boolean) | undefined {
  if (proxies === NO_PROXIES) return undefined;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const known = new BlockList();
  for (const [address = '', bits] of proxies.map((each) => each.split('/'))) {
    if (bits === undefined) known.addAddress(address, familyOf(address));
    else known.addSubnet(address, Number(bits), familyOf(address));
  }
  return (text) => {
    const address = parseAddress(text);
    return address !== undefined && known.check(address, familyOf(address));
  };
}

/** Whether a text is an IP address or a network in CIDR notation. Refuses /0, which contains every address. */
export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
