/**
 * The network of an address: an IPv4 address itself, and the /64 of an IPv6 address, because providers assign a whole /64 to
 * each customer.
 * @param address In canonical form (`parseAddress`).
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The wider network of an address: a /24 of IPv4, a /48 of IPv6. One customer often has many addresses in it. */
export function siteOf(address: string): string {
  return networkOf(address).split(/[.:]/).slice(0, 3).join(':');
}
