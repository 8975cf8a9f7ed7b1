import * as elk from 'elkjs/lib/elk.bundled.js';

/** elkjs is not an ES module. On a page without a bundler, its export is a global variable. */
export const ELK: typeof elk.default = 'default' in elk ? elk.default : Reflect.get(globalThis, 'ELK');
