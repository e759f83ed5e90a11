import { globSync, readFileSync } from 'node:fs'

const maxLines = 300

/** Classes that no page uses, breakpoints in another syntax, and style sheets that are too long. */
export function styleProblems(): string[] {
  const pages = globSync('app/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const texts = pages.flatMap((page) => page.match(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g) ?? []).join('\n')
  const carried = new Set(texts.match(/[\w-]+/g))
  // `tens-${…}` uses every class with this prefix
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
      // two syntaxes for one breakpoint leave widths between them
      ...(/\((min|max)-width:/.test(rules)
        ? [`${file}: write a breakpoint as (width <= …) or (width > …).`]
        : []),
      ...(lines > maxLines ? [`${file} has ${lines} lines; at most ${maxLines} are one thing.`] : []),
    ]
  })
}
