import { createAvatar } from '@dicebear/core'
import * as notionists from '@dicebear/notionists'
import { inks, type InkName } from './inks.ts'
import { skins, type Look } from './people.ts'

/** A person as SVG in the units of the drawing, 1744 square. The gesture is apart: it goes over what the hand holds. */
export type PersonDrawing = { body: string; gesture: string }

/** Draws a person in the inks of their look. */
export function drawPerson(look: Look): PersonDrawing {
  const optional = <Name extends 'beard' | 'glasses' | 'gesture'>(name: Name) => ({
    [name]: look[name] ? [look[name]] : [],
    [`${name}Probability`]: look[name] ? 100 : 0,
  })
  const avatar = createAvatar(notionists, {
    seed: '',
    hair: [look.hair],
    body: [look.body],
    // wide open: the others are half closed or tired
    eyes: ['variant05'],
    brows: [look.brows],
    nose: [look.nose],
    lips: [look.lips],
    ...optional('beard'),
    ...optional('glasses'),
    ...optional('gesture'),
    bodyIconProbability: 0,
  }).toString()
  const groups = outermostGroups(withoutFrame(avatar))
  const gesture = look.gesture ? (groups.pop() ?? '') : ''
  // the head comes first, then the body, then hair and face
  const fills = [skins[look.skin], inks[look.shirt]]
  const body = groups.map((group, index) => recoloured(group, fills[index] ?? inks[look.cloth ?? 'chalk']))
  return {
    body: body.join('') + (look.hasTowel ? towel('chalk') : ''),
    gesture: recoloured(gesture, skins[look.skin]),
  }
}

/** Removes the outer element with its licence metadata; app/artwork/README.md names the licence. */
function withoutFrame(svg: string): string {
  return svg
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    .replace(/<mask id="viewboxMask">[\s\S]*?<\/mask>/, '')
    .replace(/^<svg[^>]*>(<g mask="url\(#viewboxMask\)">)?/, '')
}

/** The outermost groups of a piece of SVG; a closing tag without its opening one ends it. */
function outermostGroups(svg: string): string[] {
  const groups: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: tag, index } of svg.matchAll(/<g\b[^>]*>|<\/g>/g)) {
    if (tag.endsWith('/>')) continue
    if (tag !== '</g>') {
      if (depth === 0) start = index
      depth += 1
      continue
    }
    depth -= 1
    if (depth < 0) break
    if (depth === 0) groups.push(svg.slice(start, index + tag.length))
  }
  return groups
}

/** Black becomes ink and white the given colour, except inside masks, where white means "show". */
function recoloured(drawing: string, white: string): string {
  return drawing.replace(/<mask[\s\S]*?<\/mask>|"#(?:000|fff)"/g, (found) => {
    if (found === '"#000"') return `"${inks.ink}"`
    if (found === '"#fff"') return `"${white}"`
    return found
  })
}

/** A towel around the neck. */
function towel(cloth: InkName): string {
  return (
    `<g stroke="${inks.ink}" stroke-width="14" stroke-linejoin="round" fill="${inks[cloth]}">` +
    '<path d="M560 1130C470 1170 400 1280 372 1400L330 1800H560C575 1560 620 1400 700 1275C650 1240 590 1190 560 1130Z"/>' +
    '<path d="M980 1140C1075 1170 1150 1270 1180 1400L1225 1800H1000C985 1560 960 1400 905 1290C940 1250 965 1200 980 1140Z"/></g>' +
    `<path d="M368 1440H612M360 1492H600M1186 1440H958M1190 1492H966" stroke="${inks.pool}" stroke-width="24" fill="none"/>`
  )
}
