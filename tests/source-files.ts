import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const project = join(import.meta.dirname, '..')
const { imports } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
  imports: Record<string, string>
}
/** The folders of `#` imports. */
const importAliases = Object.keys(imports).map((name) => name.slice(1, -2))

/** An import: `to` is a path in the project, or the name of a package. */
export type Import = { from: string; to: string; isType: boolean; isDynamic: boolean; isPackage: boolean }
export type SourceFile = { path: string; layer: string; isTest: boolean; text: string; imports: Import[] }

/** Returns every source file with its imports. */
export function readSourceFiles(): SourceFile[] {
  return globSync(`{${importAliases.join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: project,
    exclude: ['**/node_modules/**', '**/.next/**'],
  })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(project, path), 'utf8')
      const [layer = ''] = path.split('/')
      const isTest = /\.(test|spec)\.tsx?$/.test(path) || layer === 'tests' || layer === 'e2e'
      return { path, layer, isTest, text, imports: importsOf(path, text) }
    })
}

const statements =
  /^(?:import|export)\s+(?<type>type\s+)?(?:[\w*{][^'"]*?\sfrom\s+)?['"](?<static>[^'"]+)['"]|\bimport\(\s*['"](?<dynamic>[^'"]+)['"]/gm

function importsOf(path: string, text: string): Import[] {
  return [...text.matchAll(statements)].map(({ groups = {} }) => {
    const name = groups.static ?? groups.dynamic ?? ''
    const isPackage = !/^[.#]/.test(name)
    return {
      from: path,
      to: isPackage ? name : resolveImport(path, name),
      isType: groups.type !== undefined,
      isDynamic: groups.dynamic !== undefined,
      isPackage,
    }
  })
}

/** Resolves a relative or `#` import to a path in the project. */
const resolveImport = (from: string, name: string) =>
  normalize(name.startsWith('#') ? name.slice(1) : join(dirname(from), name)).replaceAll('\\', '/')

/** The route modules, whose loaders and actions run on the server only. */
export function readRouteModules(files: SourceFile[]): Set<string> {
  const siteMap = files.find(({ path }) => path === 'app/routes.ts')?.text ?? ''
  const named = [...siteMap.matchAll(/'((?:pages|frame)\/[^']+\.tsx?)'/g)].map(([, path]) => `app/${path}`)
  return new Set(['app/root.tsx', 'app/entry.server.tsx', ...named])
}
