import { pathWithin } from './languages.ts';

/** The path of the door, which is an app of its own, within a language. */
export const DOOR = '/door';

/** Whether a URL without its origin is that of the door, in any language and case, with a slash at its end or without. */
export function isDoor(url: string): boolean {
  const [path = ''] = url.split('?');
  return /^\/door\/?$/i.test(pathWithin(path));
}
