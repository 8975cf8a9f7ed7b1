import { availableParallelism } from 'node:os';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { chunks, compiledAhead, withoutDescriptions } from './src/tooling/bundle.ts';
import { documentTexts, languageCondition, serveDoor } from './src/tooling/bundleDocument.ts';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3000'}`;

/** The package of the inspector is used from its sources, so that it need not be built first. */
const SOURCES = '@xstate-visit/source';

/** Tests that mock modules of the product. They run isolated, so that other tests do not get the mocks. */
const withMocks = ['tests/web/errorBoundary.test.tsx'];

/**
 * The default locale of `Intl` in a test process. ICU reads it when the process starts, so each locale needs its own project.
 * Egyptian Arabic has its own digits; Turkish has its own small letter for `I`.
 */
const inLocale = (locale: 'en_US' | 'id_ID' | 'ar_EG' | 'tr_TR') => ({ LC_ALL: locale });

/**
 * Tests that an ordinary change seldom breaks, and that take long: programs of operators, orders of random calls, replays of the
 * simulation, the inspector in a browser and as a package, details in other engines and of saved documents. They run before a release
 * (`npm run test:long`).
 */
const longRound = [
  'tests/e2e/{inspector,installedInspector,otherEnginesInDetail,savedDocumentsInDetail}.test.ts',
  'tests/server/cluster/*.test.ts',
  'tests/server/model/*.test.ts',
  'tests/server/{deploy,durability,interruptedCommands,operating,process,restore,roles,sqliteFile,unwritableOutput}.test.ts',
  'tests/simulation/replays.test.ts',
  'tests/xstate-visit/package/*.test.ts',
];

const rules = ['tests/{domain,contract}/**/*.test.ts'];

export default defineConfig(({ mode }) => ({
  publicDir: 'src/web/public',
  plugins: [react(), vanillaExtractPlugin(), withoutDescriptions(), compiledAhead(), documentTexts(), serveDoor()],
  resolve: {
    conditions: [SOURCES, ...defaultClientConditions],
    alias: [
      // React 18 and later export this hook themselves.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Radix dialogs use this package to add a style element, which the Content-Security-Policy forbids.
      { find: /^react-style-singleton$/, replacement: `${import.meta.dirname}/src/web/styles/styleSingleton.ts` },
    ],
  },
  ssr: { resolve: { conditions: [SOURCES, ...defaultServerConditions] } },
  server: { proxy: { '/api': api } },
  build: {
    // index.html names these browsers (`needsNewerBrowser`).
    target: 'baseline-widely-available',
    sourcemap: false,
    // One stylesheet, which the document links: with several, each lazy import would carry code that waits for its own.
    cssCodeSplit: false,
    // elkjs is larger than Vite's limit, but only the inspector loads it. The budgets limit the code that visitors load.
    chunkSizeWarningLimit: 2000,
    manifest: true,
    // No preload code: documents link the files of their page, and the service worker prefetches the others.
    modulePreload: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: { codeSplitting: chunks },
    },
  },
  test: {
    // One more than there are processors, because workers often wait for a database, a server or a browser.
    maxWorkers: availableParallelism() + 1,
    // Long enough that only a hanging test times out, not one that is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', './tests/slowest.ts'],
    exclude: [...configDefaults.exclude, ...(mode === 'long' ? [] : longRound)],
    projects: [
      // These tests leave no state in the process. Sharing one process between files halves the time.
      { extends: true, test: { name: 'domain', isolate: false, env: inLocale('en_US'), include: rules } },
      // The same tests in other locales, without those of the seat chooser, which are the slowest and format no text.
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
          include: ['tests/{machines,models,recordings,xstate-visit}/**/*.test.ts'],
          setupFiles: ['tests/machines/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          env: inLocale('ar_EG'),
          include: ['tests/{server,simulation}/**/*.test.ts'],
          globalSetup: ['tests/server/postgres.globalSetup.ts'],
          setupFiles: ['tests/server/setup.ts'],
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
          exclude: withMocks,
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      // The same product, built for Indonesian.
      {
        extends: true,
        resolve: { conditions: [languageCondition('id')] },
        ssr: { resolve: { conditions: [languageCondition('id')] } },
        test: {
          name: 'indonesian',
          isolate: false,
          env: inLocale('en_US'),
          environment: 'jsdom',
          include: ['tests/indonesian/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'webApart',
          env: inLocale('ar_EG'),
          environment: 'jsdom',
          include: withMocks,
          setupFiles: ['tests/web/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          // The files of a worker share one browser; each visitor has a separate context.
          isolate: false,
          // Playwright polls a page in every frame while a test waits, so more workers would overload the processors.
          maxWorkers: availableParallelism(),
          maxConcurrency: 2,
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/product.globalSetup.ts'],
          // A walk through all screens takes minutes on a busy machine. Each wait within it has its own timeout.
          testTimeout: 300_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
}));
