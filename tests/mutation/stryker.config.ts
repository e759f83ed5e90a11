// Mutation tests of domain/; docs/tests.md has the results.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'tests/mutation/vitest.config.ts', pool: 'forks', related: false },
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutation/sample.ts'],
  checkers: ['sample'],
  mutate: ['domain/**/*.ts', '!domain/**/*.test.ts'],
  // runs only the tests that cover a mutant
  coverageAnalysis: 'perTest',
  // static mutants would need every test again, each in a new process
  ignoreStatic: true,
  concurrency: 2,
  dryRunTimeoutMinutes: 30,
  timeoutMS: 60_000,
  // nothing is compiled, so types and paths stay as they are
  disableTypeChecks: false,
  tsconfigFile: 'none',
  ignorePatterns: ['.data', '.tmp', '.react-router', 'build', 'test-results'],
  tempDirName: '.tmp/mutants',
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'json'],
  jsonReporter: { fileName: '.tmp/reports/mutation.json' },
}
