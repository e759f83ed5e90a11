import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { readSourceFiles } from '#tests/source-files.ts'
import { readAccessMatrix } from './read-access-matrix.ts'
import { writeAccessMatrix } from './write-access-matrix.ts'

type SiteMap = readonly { file: string; children?: SiteMap | undefined }[]
const modulesOf = (entries: SiteMap): string[] =>
  entries.flatMap(({ file, children }) => [file, ...modulesOf(children ?? [])])

test('the tables have a row for every route, loader and action', () => {
  const mapped = new Set(['root.tsx', ...modulesOf(routes as SiteMap)])
  const exporting = (name: string) =>
    readSourceFiles()
      .filter(
        ({ layer, text }) =>
          layer === 'app' && new RegExp(`^export (const|(async )?function) ${name}\\b`, 'm').test(text),
      )
      .map(({ path }) => path.replace(/^app\//, ''))
      .sort()
  const [loaders, actions] = [exporting('loader'), exporting('action')]
  expect(mapped.size).toBeGreaterThan(45)
  expect(loaders.length).toBeGreaterThan(30)
  expect(actions.length).toBeGreaterThan(15)
  expect([...new Set(readAccessMatrix.map(({ route }) => route))].sort()).toEqual([...mapped].sort())
  expect([...new Set(writeAccessMatrix.map(({ route }) => route))].sort()).toEqual(actions)
  expect(
    [...loaders, ...actions].filter((path) => !mapped.has(path)),
    'modules of no route',
  ).toEqual([])
})
