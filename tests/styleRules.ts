import { globSync } from 'node:fs';
import { setAdapter } from '@vanilla-extract/css/adapter';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import { projectRoot } from '../src/tooling/projectRoot.ts';

/* Prints each rule of the product's styles as JSON, one on a line. Runs as a process, because Vite compiles styles to class names. */
setAdapter({
  appendCss: (css) => {
    if (css.type === 'local' || css.type === 'global') process.stdout.write(`${JSON.stringify(css)}\n`);
  },
  registerClassName: () => undefined,
  registerComposition: () => undefined,
  markCompositionUsed: () => undefined,
  onEndFileScope: () => undefined,
  getIdentOption: () => 'debug',
});
setFileScope('styles');
for (const path of globSync('src/web/**/*.css.ts', { cwd: projectRoot }).toSorted()) {
  await import(`${projectRoot}/${path}`);
}
