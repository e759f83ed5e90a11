import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import subsetFont from 'subset-font'

// Reduces the fonts that every page loads to the letters of English: node scripts/subset-fonts.ts.
// app/styles/fonts.css loads the complete fonts for any other letter.

const folder = join(import.meta.dirname, '..', 'app', 'fonts')
const installed = createRequire(import.meta.url)

const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(0x20 + index)).join('')
/** The same as the `unicode-range` of these fonts in app/styles/fonts.css. */
const subsetCharacters = `${printable}\u00a0\u00a9\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026`

const fontFaces: { name: string; file: string; axes: Record<string, { min: number; max: number }> }[] = [
  {
    name: 'archivo',
    file: '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
    axes: { wght: { min: 600, max: 900 }, wdth: { min: 62, max: 125 } },
  },
  {
    name: 'inter',
    file: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700 } },
  },
]

for (const { name, file, axes } of fontFaces) {
  const whole = installed.resolve(file)
  const cut = await subsetFont(await readFile(whole), subsetCharacters, {
    targetFormat: 'woff2',
    variationAxes: axes,
  })
  await writeFile(join(folder, `${name}.woff2`), cut)
  await copyFile(join(dirname(whole), '..', 'LICENSE'), join(folder, `${name}-licence.txt`))
  console.log(`${name}: ${cut.length} bytes`)
}
