import { globSync, readFileSync } from 'node:fs'

const maxLines = 300

/** Classes that no page carries, and style sheets longer than one thing should be. */
export function styleProblems(): string[] {
  const pages = globSync('app/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const texts = pages.flatMap((page) => page.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).join('\n')
  const carried = new Set(texts.match(/[\w-]+/g))
  // `tens-${…}` carries every class that begins so
  const begun = [...texts.matchAll(/([\w-]+-)\$\{/g)].map(([, start]) => start ?? '')
  return globSync('app/**/*.css').flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const lines = text.split('\n').length - 1
    const rules = text.replaceAll(/\/\*.*?\*\/|@import[^;]*;|url\([^)]*\)/gs, '')
    const unused = [...new Set(rules.match(/(?<=\.)[a-z][\w-]*/g))].filter(
      (name) => !carried.has(name) && !begun.some((start) => name.startsWith(start)),
    )
    return [
      ...unused.map((name) => `${file}: no page carries .${name}.`),
      ...(lines > maxLines ? [`${file} has ${lines} lines; at most ${maxLines} are one thing.`] : []),
    ]
  })
}
