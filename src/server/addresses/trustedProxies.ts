import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseAddress } from './clientAddress.ts';

/** Whose `X-Forwarded-*` headers are believed: those of so many hops before the server, or of these addresses and networks. */
export type TrustedProxies = number | readonly string[];

/** The user id of nobody. */
export const NO_PROXIES = 0;

/** Says whether the sender at an address, so many hops away, is a proxy of ours; undefined when there are none (reliability 47). */
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

/** Whether a text is an IP address, or a network in CIDR notation that is not all the world. */
export function isAddressOrNetwork(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return false;
  return bits === undefined || (Number(bits) >= 1 && Number(bits) <= (isIPv6(address) ? 128 : 32));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
