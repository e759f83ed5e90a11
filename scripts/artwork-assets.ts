import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '..', 'app', 'artwork')

/**
 * Vite plugin: emits the site's drawings into one folder whose name has their hash, `import.meta.env.DRAWINGS`. Scripts
 * name a drawing, and carry no hashed address for each file. The development server serves app/artwork itself.
 */
export function artworkAssets(): Plugin {
  const files = readdirSync(folder)
    .filter((name) => /\.(avif|webp|svg|png)$/.test(name))
    .map((name) => ({ name, source: readFileSync(join(folder, name)) }))
  const hash = createHash('sha256')
  for (const { name, source } of files) hash.update(name).update(source)
  const place = `assets/drawings-${hash.digest('base64url').slice(0, 8)}`
  return {
    name: 'drawings',
    apply: 'build',
    config: () => ({ define: { 'import.meta.env.DRAWINGS': JSON.stringify(`/${place}/`) } }),
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const { name, source } of files)
        this.emitFile({ type: 'asset', fileName: `${place}/${name}`, source })
    },
  }
}
