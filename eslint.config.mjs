import eslint from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Rooms that must give the same answer for the same tape: no clock, no chance, no output of their own. */
const pureRooms = ['log', 'informer', 'kubelet', 'replay', 'diagnosis', 'simulate'].map(
  (room) => `src/${room}/**/*.ts`,
);
const impure = [
  'Date',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'console',
  'process',
  'performance',
  'Buffer',
];

export default tseslint.config(
  {
    ignores: [
      'dist',
      'out',
      'artifacts',
      '.cache',
      'coverage',
      'test/workbench/node_modules',
      'test/workbench/shims',
      'wasm',
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.mjs', '.dependency-cruiser.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: 'error',
    },
  },
  {
    // Text leaves by one edge, which stars and escapes it: `src/cli/output.ts` to a terminal, lit to a page.
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    ignores: ['src/cli/output.ts', 'src/cli/dap.ts', 'src/debug/main.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Only src/cli/output.ts writes to the terminal.',
        })),
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'AssignmentExpression > MemberExpression[property.name=/^(inner|outer)HTML$/], CallExpression[callee.property.name="insertAdjacentHTML"], ImportSpecifier[imported.name=/^unsafe/]',
          message: 'Text is no markup: lit puts it into a page.',
        },
      ],
    },
  },
  {
    // Whoever writes a log must not choose how long it takes to read: no expression tries one text in many ways.
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }] },
  },
  {
    files: ['src/{log,kubelet}/**/*.ts'],
    rules: { 'regexp/no-super-linear-move': ['error', { ignorePartial: true }] },
  },
  {
    files: pureRooms,
    rules: {
      'no-restricted-globals': ['error', ...impure],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Chance comes in by a seed.' },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        fetch: 'readonly',
        URL: 'readonly',
        URLSearchParams: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
