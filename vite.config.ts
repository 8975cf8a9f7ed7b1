import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { chunks, compiledAhead, withoutDescriptions } from './src/tooling/bundle.ts';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

/** Tests of pages that put something else in the place of their code: they share no process with the others. */
const withOtherCode = ['tests/web/errorBoundary.test.tsx'];

/**
 * The locale of a test process, which `Intl` takes for the reader's. ICU reads it when the process starts, so each locale needs a
 * project of its own. Egypt's Arabic writes digits of its own; Turkish has its own small letter for `I`.
 */
const inLocale = (locale: 'en_US' | 'id_ID' | 'ar_EG' | 'tr_TR') => ({ LC_ALL: locale });

const rules = ['tests/{domain,contract}/**/*.test.ts'];

export default defineConfig({
  publicDir: 'src/web/public',
  plugins: [react(), vanillaExtractPlugin(), withoutDescriptions(), compiledAhead()],
  resolve: {
    alias: [
      // React has what this package stands in for.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Dialogs write a style element by this package, which the Content-Security-Policy does not let in.
      { find: /^react-style-singleton$/, replacement: `${import.meta.dirname}/src/web/styles/styleSingleton.ts` },
    ],
  },
  server: { proxy: { '/api': api } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // The layout engine of the inspector, which no visitor loads. What visitors load is held by the budgets.
    chunkSizeWarningLimit: 2000,
    manifest: true,
    // The server names what a page needs; what is fetched later is prefetched, then kept by the service worker.
    modulePreload: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: chunks },
    },
  },
  test: {
    // One more than there are processors: a worker that waits for a database, a started server or a browser leaves its processor free.
    maxWorkers: availableParallelism() + 1,
    // For what hangs: a test that works on a busy machine is not ended for the machine's sake.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './tests/slowest.ts'],
    projects: [
      // Nothing of these leaves a trace in the process, so their files share one: half the time.
      { extends: true, test: { name: 'domain', isolate: false, env: inLocale('en_US'), include: rules } },
      // The same tests for readers of other locales, without the seat chooser's, which take the longest and hold no text.
      ...(['id_ID', 'ar_EG', 'tr_TR'] as const).map((locale) => ({
        extends: true as const,
        test: {
          name: `domain ${locale}`,
          isolate: false,
          env: inLocale(locale),
          include: rules,
          exclude: ['tests/domain/bestSeats.test.ts'],
        },
      })),
      { extends: true, test: { name: 'repository', isolate: false, include: ['tests/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'machines',
          isolate: false,
          env: inLocale('id_ID'),
          include: ['tests/{machines,models,recordings,inspector}/**/*.test.ts'],
          setupFiles: ['tests/machines/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          env: inLocale('ar_EG'),
          include: ['tests/server/**/*.test.ts'],
          globalSetup: ['tests/server/postgres.globalSetup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          isolate: false,
          env: inLocale('ar_EG'),
          environment: 'jsdom',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          exclude: withOtherCode,
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'webApart',
          env: inLocale('ar_EG'),
          environment: 'jsdom',
          include: withOtherCode,
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // The files of a worker share its browser, of which each visitor has a context alone.
          isolate: false,
          // A page that a test waits for is looked at in every frame: many at once cost more of the processor than a wait leaves free.
          maxWorkers: availableParallelism(),
          maxConcurrency: 2,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/product.globalSetup.ts'],
          // Every wait of a walk through all screens has a bound of its own; a busy machine needs minutes for the whole.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
