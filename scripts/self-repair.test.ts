import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readDotEnv } from './dot-env.ts'

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'palestra-mending-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** A project with one package and a Node, installed by an npm that only puts both back. */
function makeProject(): void {
  const system = { os: [process.platform], cpu: [process.arch], optional: true }
  const packages = {
    'node_modules/kysely': { version: '1.0.0' },
    'node_modules/node-here': { version: '1.0.0', ...system },
  }
  const root = { optionalDependencies: { 'node-here': '1.0.0' } }
  write('package-lock.json', JSON.stringify({ packages: { '': root, ...packages } }))
  write('installed.json', JSON.stringify({ packages }))
  write(
    'bin/npm',
    `#!/bin/sh
mkdir -p node_modules/kysely node_modules/node-here node_modules/.bin
echo '{}' > node_modules/kysely/package.json; echo '{}' > node_modules/node-here/package.json
ln -sf ${process.execPath} node_modules/.bin/node
cp installed.json node_modules/.package-lock.json
`,
  )
  chmodSync(join(folder, 'bin/npm'), 0o755)
  mkdirSync(join(folder, 'scripts'))
  copyFileSync(join(project, 'scripts', 'ensure-install.mjs'), join(folder, 'scripts', 'ensure-install.mjs'))
}

const ensureInstall = () =>
  spawnSync(process.execPath, [join(folder, 'scripts', 'ensure-install.mjs')], {
    env: { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` },
    encoding: 'utf8',
  })

test('an install is noticed when a package or the Node of the project has gone, and mended', () => {
  makeProject()
  const first = ensureInstall()
  expect([first.status, first.stderr]).toEqual([0, ''])
  expect(first.stdout).toContain('Installing')
  expect(ensureInstall().stdout).toBe('')
  for (const lost of ['kysely', '.bin/node', 'node-here']) {
    rmSync(join(folder, 'node_modules', lost), { recursive: true })
    expect(ensureInstall(), lost).toMatchObject({ status: 0, stdout: expect.stringContaining('Installing') })
    expect(existsSync(join(folder, 'node_modules', lost)), lost).toBe(true)
  }
})

test('a build is made once, and again when one of its files has gone', () => {
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  for (const name of ['build.ts', 'child-process.ts'])
    copyFileSync(join(project, 'scripts', name), join(folder, 'scripts', name))
  write('package.json', '{ "type": "module", "imports": { "#messages/*": "./messages/*" } }')
  write('messages/languages.ts', "export const languages = { en: 'English', de: 'Deutsch' }")
  const made = ['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'package-lock.json']
  for (const name of made) write(name, '{}')
  const tool = `const fs = require('node:fs')
    const folder = process.env.BUILD_FOLDER
    for (const part of ['/server', '/client/assets']) fs.mkdirSync(folder + part, { recursive: true })
    fs.writeFileSync(folder + '/server/index.js', 'club')
    fs.writeFileSync(folder + '/client/assets/manifest-1.js', 'window.__reactRouterManifest={};')`
  write('node_modules/@react-router/dev/bin.cjs', tool)
  write('scripts/go.ts', "import { ensureBuild } from './build.ts'\nawait ensureBuild()\n")
  const build = () => spawnSync(process.execPath, ['scripts/go.ts'], { cwd: folder, encoding: 'utf8' })
  expect(build()).toMatchObject({ status: 0, stdout: expect.stringContaining('Building the site') })
  expect(build()).toMatchObject({ status: 0, stdout: '' })
  rmSync(join(folder, 'build', 'server', 'index.js'))
  expect(build()).toMatchObject({ status: 0, stdout: expect.stringContaining('Building the site') })
  expect(existsSync(join(folder, 'build', 'server', 'index.js'))).toBe(true)
})

test('a file that is missing inside a package is named, with the command that mends it', () => {
  mkdirSync(join(folder, 'server'))
  copyFileSync(join(project, 'server', 'main.ts'), join(folder, 'server', 'main.ts'))
  write('package.json', '{ "type": "module" }')
  rmSync(join(folder, 'build'), { recursive: true, force: true })
  const start = () => spawnSync(process.execPath, [join(folder, 'server', 'main.ts')], { encoding: 'utf8' })
  expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining('Run npm run build') })
  write('build/server/index.js', "import 'pg'")
  const { status, stderr } = start()
  expect(status).toBe(1)
  expect(stderr).toMatch(/^A file that the club needs is missing: .*'pg'.*\. Run npm ci and start again\.\n$/)
})

test('settings are read from .env, and those that are set already win', () => {
  write('.env', 'CLUB_NAME=From the file\nPALESTRA_TEST_SETTING=also\n')
  process.env.CLUB_NAME = 'Set'
  try {
    readDotEnv(folder)
    expect([process.env.CLUB_NAME, process.env.PALESTRA_TEST_SETTING]).toEqual(['Set', 'also'])
  } finally {
    delete process.env.CLUB_NAME
    delete process.env.PALESTRA_TEST_SETTING
  }
})
