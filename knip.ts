import type { KnipConfig } from 'knip'

/**
 * Dead code: `knip` looks with the tests, `knip --production` without them, so that nothing is kept alive by its
 * test alone. What is exported for tests and used in its own file too is no news to the second; what tests alone
 * may reach for says `@internal`.
 */
export default ({ production = false }): KnipConfig => ({
  entry: [
    'scripts/*.{ts,mjs}!',
    'server/bundle-entry.ts!',
    'bench/{bare-server,comparison-worker,comparisons/*}.ts!',
    'demo/seed-process.ts!',
    ...(production ? ['bench/run.ts!'] : []),
    'tests/**/{club-process,launcher-process,calendar-action-process,latency-probe-process,migrate-process,clock-skew}.ts',
    'tests/mutation/*.ts',
    'e2e/**/*.spec.ts',
  ],
  // what the club is measured beside has packages of its own
  ignore: ['bench/peers/**'],
  ignoreDependencies: [
    'oxlint',
    'oxlint-tsgolint',
    '@fontsource-variable/archivo',
    '@fontsource-variable/inter',
    '@expo-google-fonts/inter',
  ],
  // of the system, for proofs that fill a disk or stand before a database
  ignoreBinaries: ['mount', 'umount', 'haproxy', 'pgbouncer'],
  project: [
    '{api,api-client,app,artwork,bench,copy,core,db,demo,domain,format,messages,platform,scripts,server,sign-in}/**/*.{ts,tsx,mjs}!',
    '{e2e,tests}/**/*.ts',
    // doubles that stand beside what they double, and the list that a test of the rooms reads
    '!**/{*.test,test-*}.ts!',
    '!api/wire-words.ts!',
  ],
  ignoreExportsUsedInFile: production || { interface: true, type: true },
})
