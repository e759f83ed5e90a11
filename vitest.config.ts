import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type ViteUserConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { leftOutFiles } from './tests/proof/installed-programs.ts'

const longest = [
  'tests/proof/crashes',
  'tests/embedded-postgres',
  'tests/proof',
  'tests/shutdown',
  'tests/cluster',
  'tests/pages',
  'tests/demo-club',
  'tests/startup',
  'tests/development-server',
  'db/connections',
]

/** What takes minutes and has quick tests beside it, or shows what others would not notice: `npm run prove` alone has it. */
const onlyProved =
  process.env.PROVE === 'full'
    ? []
    : [
        'attacks',
        'attacks-files',
        'attacks-fuzzing',
        'attacks-markup',
        'backup',
        'class-year',
        'clocks',
        'crashes-controls',
        'deploys',
        'deploys-versions',
        'failover',
        'faults-network',
        'faults-outages',
        'membership-year',
        'overload',
        'pooler',
        'promotion-crashes',
        'soak',
        'years',
      ]
        .map((name) => `tests/proof/${name}.test.ts`)
        .concat('tests/development-server.test.ts')

/**
 * The longest files first, so that all workers end at about the same time; a fresh clone knows no durations. Before
 * them what has a process of its own: between two files that share one it would end theirs.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.includes(path))
      const before = project.name === 'alone' ? 0 : longest.length + 1
      return before + (place === -1 ? longest.length : place)
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Tests of pages of a club with the usual settings: the build is loaded once for several of them. */
const pages = globSync('tests/pages/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /useBuiltSite\(database\)\n/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
)

/** What is read or refused once in the life of a process: each of these files has one to itself. */
const alone = [
  // pages are those of the build, which reads its settings once
  'tests/pages/**/*.test.ts',
  'tests/proof/{attacks,attacks-files,attacks-fuzzing,attacks-markup,overload}.test.ts',
  'tests/{startup,development-server,demo-club,cluster,cluster-worker-exits}.test.ts',
  'scripts/*.test.ts',
  'server/doctor/*.test.ts',
  'api/walkthrough.test.ts',
]

const everything =
  '{api,api-client,app,artwork,bench,copy,core,db,demo,domain,format,messages,platform,scripts,server,sign-in,tests}/**/*.test.ts'

/** Test files that import no fixtures of `tests/`, and four of its own: they need no database. */
const pure = [
  ...globSync(everything, { cwd: import.meta.dirname, exclude: ['tests/**'] }).filter(
    (file) => !readFileSync(join(import.meta.dirname, file), 'utf8').includes("'#tests/"),
  ),
  ...['agreed-copy', 'architecture', 'limits-document', 'settings'].map((name) => `tests/${name}.test.ts`),
]

/** Starts PostgreSQL before the first test of a project. */
export const withDatabase = { globalSetup: ['tests/global-setup.ts'] }

/** What holds for every file, however it is run. */
export const everyRun = {
  setupFiles: ['tests/setup.ts'],
  // run as it is served
  server: { deps: { external: [/\/build\/server\//] } },
  // a guard against hanging, not a measurement
  testTimeout: 180_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  pool: 'forks',
  // twice the cores of a small machine: the longest tests wait for processes that start and stop
  maxWorkers: 4,
  sequence: { sequencer: LongestFirst },
} satisfies ViteUserConfig['test']

export default defineConfig({
  test: {
    ...everyRun,
    projects: [
      { extends: true, test: { name: 'pure', isolate: false, include: pure } },
      {
        extends: true,
        test: { ...withDatabase, name: 'alone', include: alone, exclude: [...pure, ...pages, ...onlyProved] },
      },
      { extends: true, test: { ...withDatabase, name: 'pages', isolate: false, include: pages } },
      {
        extends: true,
        test: {
          ...withDatabase,
          name: 'together',
          isolate: false,
          include: [everything],
          exclude: [...pure, ...alone, ...onlyProved, ...leftOutFiles().map(({ file }) => file)],
        },
      },
    ],
  },
})
