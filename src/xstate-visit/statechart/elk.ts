import * as elk from 'elkjs/lib/elk.bundled.js';

/** elkjs is not an ES module: a page without a bundler gets it as a global variable instead of an export. */
export const ELK: typeof elk.default = 'default' in elk ? elk.default : Reflect.get(globalThis, 'ELK');
