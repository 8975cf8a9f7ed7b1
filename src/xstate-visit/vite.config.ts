import { defineConfig } from 'vite';

// With another value, such as that of a test, Vite would compile JSX for React's development build.
process.env['NODE_ENV'] = 'production';

/** Builds the package for npm: a module for each entry, and one for the panel, which contains its own React. */
export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    // The licences of the packages that the panel contains must come with it.
    license: { fileName: 'licences.txt' },
    // Otherwise `light-dark()` becomes variables that only the page's own build would define.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    lib: {
      entry: { index: 'index.ts', check: 'check.ts', statechart: 'statechart.ts', commandLine: 'commandLine/main.ts' },
      formats: ['es'],
    },
    rolldownOptions: {
      external: [/^node:/, /^(?:xstate|valibot|elkjs)(?:\/|$)/],
      output: { chunkFileNames: '[name].js' },
    },
  },
});
