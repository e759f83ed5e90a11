// How Stryker breaks domain/ and asks the tests; the figures are in docs/tests.md.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', pool: 'forks', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/sample.ts'],
  checkers: ['sample'],
  mutate: ['domain/**/*.ts', '!domain/**/*.test.ts'],
  // only the tests that reach a mutant are asked
  coverageAnalysis: 'perTest',
  // what runs only while a file is loaded would need every test again, each in a new process
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  // nothing is compiled, so there are no types to switch off and no paths to rewrite
  disableTypeChecks: false,
  tsconfigFile: 'none',
  ignorePatterns: ['.data', '.tmp', '.react-router', 'build', 'test-results'],
  tempDirName: '.tmp/mutants',
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: '.tmp/reports/mutation.json' },
}
