import { defineConfig } from 'oxlint';
import { arrows } from './tests/arrows.ts';

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  options: { typeAware: true },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/consistent-type-imports': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', '**/*.css.ts'] }],
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-console': 'error',
    eqeqeq: 'error',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-unnecessary-type-assertion': 'error',
    'no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
    ],
    'typescript/no-import-type-side-effects': 'error',
  },
  overrides: [
    {
      files: [
        'machines/**',
        'src/xstate-visit/panel/inspectorMachine.ts',
        'tests/xstate-visit/{kitchen,guide/machines}.ts',
      ],
      rules: {
        'typescript/consistent-type-assertions': [
          'error',
          { assertionStyle: 'as', objectLiteralTypeAssertions: 'allow' },
        ],
        'typescript/no-unnecessary-type-assertion': 'off',
        'typescript/no-unsafe-type-assertion': 'off',
        'typescript/no-unnecessary-type-parameters': 'off',
      },
    },
    { files: ['src/**', 'machines/**'], rules: { 'no-undef': 'error' } },
    { files: ['src/domain/**'], globals: { TextEncoder: 'readonly', URLSearchParams: 'readonly' } },
    { files: ['machines/**'], globals: { URLSearchParams: 'readonly' } },
    { files: ['machines/computeMarks.ts'], globals: { btoa: 'readonly', crypto: 'readonly', TextEncoder: 'readonly' } },
    { files: ['src/{web,xstate-visit}/**'], env: { browser: true } },
    { files: ['src/xstate-visit/{commandLine/**,vite.config.ts}'], env: { browser: false, node: true } },
    {
      files: ['machines/**', 'src/{contract,domain,web}/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['Date', 'DateTime'].map((object) => ({
            object,
            property: 'now',
            message: 'The device’s clock may be wrong: take the time from `environment.clock`, or as an argument.',
          })),
        ],
      },
    },
    {
      files: ['src/web/{browser/browserEnvironment,door/createDoorEnvironment,serviceWorker}.ts'],
      rules: { 'no-restricted-properties': 'off' },
    },
    { files: ['src/server/**', 'src/tooling/**'], env: { node: true } },
    ...arrows,
  ],
  ignorePatterns: ['dist', 'data'],
});
