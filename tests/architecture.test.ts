import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { wireWords } from '#api/wire-words.ts'
import { readRouteModules, readSourceFiles, type Import } from './source-files.ts'

// The rules of ARCHITECTURE.md, executable. Tests are exempt and may import everything.

const files = readSourceFiles()
const productionFiles = files.filter(({ isTest }) => !isTest)
const routeModules = readRouteModules(files)
const imports = productionFiles.flatMap((file) => file.imports.filter(({ isPackage }) => !isPackage))

const topFolderOf = (path: string) => path.split('/')[0] ?? ''
const formatImport = ({ from, to }: Import) => `${from} → ${to}`
const within = (layer: string) => productionFiles.filter((file) => file.layer === layer)

/** The layers that a layer may import besides itself. All may import core, copy, format and messages. */
const base = ['core', 'copy', 'format', 'messages']
const allowedImports: Record<string, string[]> = {
  server: ['app', 'api', 'demo', 'sign-in', 'domain', 'db', 'platform', ...base],
  app: ['api-client', 'sign-in', 'domain', 'db', 'platform', ...base],
  api: ['sign-in', 'domain', 'db', 'platform', ...base],
  'api-client': base,
  'sign-in': ['domain', 'db', 'platform', ...base],
  domain: ['db', 'platform', 'artwork', ...base],
  platform: ['db', ...base],
  db: base,
  core: ['messages'],
  copy: ['messages'],
  format: ['messages'],
  messages: [],
}

/**
 * The modules of domain/ in order of dependency. A module may import those above it in this list only, which
 * rules out cycles.
 */
const domainModules = [
  'error-mapping',
  'ids',
  'bounds',
  'permissions',
  'input',
  'pagination',
  'optimistic-lock',
  'tables',
  'duplicate-submission',
  'pictures',
  'actor',
  'activity',
  'club',
  'mail',
  'members',
  'waivers',
  'orders',
  'offers',
  'vouchers',
  'slots',
  'allowances',
  'lessons',
  'visits',
  'bookings',
  'order-kinds',
  'trainers',
  'board',
  'classes',
  'forum',
  'moderation',
  'gallery',
  'newsletter',
  'invoices',
  'payments',
  'checkout',
  'sales',
  'memberships',
  'months',
  'ledger',
  'imports',
  'documents',
  'personal-data',
  'overview',
  'exports',
  'jobs',
]

/** The folder that may import a library, so that it can be replaced in one place. */
const libraryOwners: Record<string, RegExp> = {
  'intl-messageformat': /^messages\//,
  react: /^app\//,
  'react-dom': /^app\//,
  'react-router': /^(app\/|server\/http\/page-handler\.ts)/,
  hono: /^(server|api|domain\/mail)\/|^sign-in\/(passwords\/guess-limits|sessions\/sessions)\.server\.ts/,
  '@hono/node-server': /^(server|api)\//,
  'node:http': /^server\//,
  'better-auth': /^sign-in\//,
  stripe: /^platform\/cards\//,
  'pg-boss': /^platform\/jobs\.ts/,
  nodemailer: /^platform\/mail\.ts/,
  pino: /^platform\/observability\/log\.ts/,
  sharp: /^(artwork|domain\/pictures|scripts)\//,
  'rate-limiter-flexible': /^platform\/rate-limits\//,
  'ical-generator': /^api\/calendar-feed\.ts/,
  'ipaddr.js': /^platform\/network\.ts/,
  hucre: /^domain\/tables\//,
  pdfkit: /^domain\/documents\//,
  yazl: /^platform\/files\/zip\.ts/,
  '@fastify/busboy': /^platform\/request-body\/multipart\.ts/,
}

beforeAll(() => {
  // a check without files would always pass
  for (const [layer, fewest] of Object.entries({
    app: 120,
    api: 15,
    domain: 60,
    db: 4,
    platform: 25,
    server: 10,
  }))
    expect(within(layer).length, `files read in ${layer}/`).toBeGreaterThanOrEqual(fewest)
  expect(imports.length).toBeGreaterThan(1_000)
  expect(routeModules.size).toBeGreaterThan(30)
})

test('imports run one way: server, then pages and REST, then the domain, then tables and the outside world', () => {
  const wrong = imports.filter(({ from, to }) => {
    const allowed = allowedImports[topFolderOf(from)]
    return (
      allowed &&
      to !== 'package.json' &&
      topFolderOf(to) !== topFolderOf(from) &&
      !allowed.includes(topFolderOf(to))
    )
  })
  expect(wrong.map(formatImport)).toEqual([])
})

test('inside app/ pages are made of the frame, of forms and of components, and never the other way', () => {
  const layers = ['components', 'forms', 'frame', 'pages']
  const layerOf = (path: string) => layers.indexOf(path.split('/')[1] ?? '')
  const inside = imports.filter(({ from, to }) => layerOf(from) >= 0 && topFolderOf(to) === 'app')
  expect(inside.length).toBeGreaterThan(500)
  expect(inside.filter(({ from, to }) => layerOf(to) > layerOf(from)).map(formatImport)).toEqual([])
})

test('no two files import each other, not even by way of others or for a type', () => {
  const importsOf = Map.groupBy(imports, ({ from }) => from)
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, way: string[]) => {
    if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path)) return
    done.add(path)
    for (const { to } of importsOf.get(path) ?? []) follow(to, [...way, path])
  }
  for (const path of importsOf.keys()) follow(path, [])
  expect(circles).toEqual([])
})

test('a club that is no demo loads nothing of it: demo/ is imported only on the way into a demo club', () => {
  const doors = [
    'server/bootstrap/application.ts',
    'server/bootstrap/demo-google-provider.ts',
    'server/bootstrap/bootstrap.ts',
    'bench/in-process-club.ts',
  ]
  const into = imports.filter(
    ({ from, to }) =>
      topFolderOf(to) === 'demo' && topFolderOf(from) !== 'demo' && from !== 'scripts/draw-artwork.ts',
  )
  expect(into.filter(({ isDynamic }) => !isDynamic).map(formatImport)).toEqual([])
  expect([...new Set(into.map(({ from }) => from))].sort()).toEqual(doors.sort())
})

test('texts, formats and the base of all layers import nothing but messages, so that everything may read them', () => {
  for (const folder of base) {
    expect(within(folder).length).toBeGreaterThan(1)
    const imported = within(folder).flatMap((file) =>
      file.imports.filter(
        ({ to, isPackage }) => !isPackage && topFolderOf(to) !== folder && topFolderOf(to) !== 'messages',
      ),
    )
    expect(imported.map(formatImport)).toEqual([])
  }
})

test('every import of a file of ours names a file that exists', () => {
  const missing = imports.filter(
    ({ to, isType }) =>
      !(isType && to.includes('/+types/')) &&
      !to.includes('?') &&
      !existsSync(join(import.meta.dirname, '..', to)),
  )
  expect(missing.map(formatImport)).toEqual([])
})

test('components touch only what the domain lets a browser know', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      /^app\/(components|forms|frame)\/.*\.tsx$/.test(from) &&
      !routeModules.has(from) &&
      !/^(app\/|copy\/|format\/|messages\/|core\/|api-client\/|domain\/(bounds|permissions)\.ts$|(domain|sign-in)\/.*\.rules\.ts$)/.test(
        to,
      ),
  )
  expect(wrong.map(formatImport)).toEqual([])
})

test('operations, input, tables and the outside world reach a page only through its loader or action', () => {
  // input schemas would add a library of 20 kB to the browser's scripts
  const isServerOnly = (path: string) => /\.(server|input)\.ts$|^(db|platform)\//.test(path)
  const wrong = imports.filter(
    ({ from, to, isType }) =>
      topFolderOf(from) === 'app' &&
      isServerOnly(to) &&
      !isType &&
      !isServerOnly(from) &&
      !routeModules.has(from),
  )
  expect(wrong.map(formatImport)).toEqual([])
})

test('what browsers and servers share reaches for no server', () => {
  const shared = productionFiles.filter(({ path }) => /^(domain|sign-in)\/.*\.(input|rules)\.ts$/.test(path))
  expect(shared.length).toBeGreaterThan(10)
  const wrong = shared
    .flatMap((file) => file.imports)
    .filter(({ to, isType, isPackage }) =>
      isPackage ? to !== 'zod' : !isType && (/^(db|platform)\//.test(to) || to.endsWith('.server.ts')),
    )
  expect(wrong.map(formatImport)).toEqual([])
})

test('each word of the domain names only words before it', () => {
  const wordOf = (path: string) => path.split('/')[1]?.split('.')[0] ?? ''
  const found = new Set(within('domain').map(({ path }) => wordOf(path)))
  expect([...found].sort(), 'the words that have a place in the list').toEqual([...domainModules].sort())
  const positionOf = (path: string) => domainModules.indexOf(wordOf(path))
  const calls = imports.filter(
    ({ from, to }) => topFolderOf(from) === 'domain' && topFolderOf(to) === 'domain',
  )
  expect(calls.length).toBeGreaterThan(200)
  expect(calls.filter(({ from, to }) => positionOf(to) > positionOf(from)).map(formatImport)).toEqual([])
})

test('a booking is changed in one place only, so that what follows cannot be forgotten', () => {
  const write = /updateTable\(\s*'bookings'|\bupdate\s+bookings\b|mergeInto\(\s*'bookings'/i
  const writers = productionFiles.filter(({ layer, text }) => layer in allowedImports && write.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['domain/bookings/transition.server.ts'])
})

test('an order is written in one place only, as is its state', () => {
  const write = /(?:insertInto|updateTable|mergeInto)\(\s*'orders'|\b(?:insert\s+into|update)\s+orders\b/i
  const writers = productionFiles.filter(({ layer, text }) => layer in allowedImports && write.test(text))
  expect(writers.map(({ path }) => path)).toEqual(['domain/orders/write-order.server.ts'])
})

test('each library is spoken to from one place', () => {
  const packages = productionFiles
    .filter(({ layer }) => layer in allowedImports)
    .flatMap((file) => file.imports)
  const wrong = packages.filter(({ from, to, isPackage }) => {
    const name = to
      .split('/')
      .slice(0, to.startsWith('@') ? 2 : 1)
      .join('/')
    return isPackage && libraryOwners[name] && !libraryOwners[name].test(from)
  })
  expect(wrong.map(formatImport)).toEqual([])
})

test('the environment is read in one file', () => {
  const readers = productionFiles.filter(
    ({ layer, text }) => layer in allowedImports && /process\.env\b/.test(text),
  )
  expect(readers.map(({ path }) => path)).toEqual(['platform/settings/env.ts'])
})

test('names of the wire stay in api/ and its client', () => {
  const pattern = new RegExp(`\\b(${wireWords.join('|')})\\b`, 'g')
  const speakers = within('api').filter(({ path }) => path !== 'api/wire-words.ts')
  const spoken = new Set(speakers.flatMap(({ text }) => text.match(pattern) ?? []))
  expect([...spoken].sort(), 'the words found inside api/').toEqual([...wireWords].sort())
  const outside = productionFiles
    .filter(({ layer }) => layer !== 'api' && layer !== 'api-client')
    .flatMap(({ path, text }) => (text.match(pattern) ?? []).map((word) => `${path}: ${word}`))
  expect(outside).toEqual([])
})

test('below sign-in, pages and REST nobody knows of HTTP: no requests, answers, cookies or redirects', () => {
  // sends requests itself
  const client = 'platform/files/s3-bucket.ts'
  const below = productionFiles.filter(
    ({ layer, path }) => ['domain', 'platform', 'db'].includes(layer) && path !== client,
  )
  const comments = /\/\*.*?\*\/|\/\/[^\n]*/gs
  const code = (text: string) => text.replace(comments, '').replace(/'[^'\n]*'|"[^"\n]*"/g, "''")
  const wrong = below.filter(({ text }) =>
    /\b(Request|Response|Headers)\b|[cC]ookie|redirect/.test(code(text)),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('pages carry no style attributes, which their security policy forbids', () => {
  const wrong = within('app').filter(({ text }) => /\sstyle=[{"']/.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('the rules of the club ask the database for the time and its zone, and leave nothing to chance', () => {
  const ownClock = new Set([
    // compares dates of files, which the file system sets
    'domain/pictures/cleanup.server.ts',
    // compares the system clock with the database's
    'domain/overview/health.server.ts',
    // only checks whether the environment sets the time zone
    'domain/club/settings.server.ts',
  ])
  const wrong = within('domain').filter(
    ({ path, text }) =>
      !ownClock.has(path) &&
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|Temporal\.Now|settings\.timeZone/.test(text),
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('no drawer collects what has no name', () => {
  const drawers = /(^|\/)(utils?|lib|common|shared|helpers?|misc|constants|types)(\/|\.[jt]sx?$)/
  expect(files.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([])
})

test('a body is read in one place, up to a limit', () => {
  const readers =
    /\b(?:req|request|raw|sent)(?:\(\))?\.(?:arrayBuffer|blob|bytes|formData|json|parseBody|text)\(|\.formData\(|\.body\??\.getReader\(/
  const reading = productionFiles.filter(
    ({ path, text }) => !/^(bench|demo|scripts)\//.test(path) && readers.test(text),
  )
  expect(reading.map(({ path }) => path)).toEqual([
    // in the browser, from its own form
    'app/pages/dashboard/arrivals/submit-or-store.ts',
    'platform/request-body/read-body.ts',
  ])
})
