/** The URLs of each host of a `postgres://user@first:5432,second:5432/database` URL, in their order. */
export function splitHosts(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^([^:]*:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}
