/** The network an address belongs to: an IPv6 customer is given a whole /64, so that is what is counted. */
export function networkOf(address: string): string {
  if (!address.includes(':') || /^::ffff:\d+\./i.test(address)) return address.replace(/^::ffff:/i, '');
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** The wider network around an address, of which one customer often has many: a /24 of IPv4, a /48 of IPv6. */
export function siteOf(address: string): string {
  return networkOf(address).split(/[.:]/).slice(0, 3).join(':');
}
