import type { Options as NotionistsOptions } from '@dicebear/notionists'
import type { GroundPattern } from './ground.ts'
import type { RandomSource } from './random.ts'

type PartName = 'hair' | 'body' | 'brows' | 'nose' | 'lips' | 'beard' | 'glasses' | 'bodyIcon'
type Part<Name extends PartName> = NonNullable<NotionistsOptions[Name]>[number]

/** Appearance of a person: the numbers of the drawn parts, and the background. */
export type Look = {
  hair: Part<'hair'>
  body: Part<'body'>
  brows: Part<'brows'>
  nose: Part<'nose'>
  lips: Part<'lips'>
  beard?: Part<'beard'>
  glasses?: Part<'glasses'>
  icon?: Part<'bodyIcon'>
  pattern: GroundPattern
  /** An index of `groundInks`. */
  inkPair: number
}

// Only parts that make a friendly or a determined face: no frowns, no worried brows, no closed eyes.
const friendly = {
  hair: [
    'variant01',
    'variant03',
    'variant05',
    'variant09',
    'variant10',
    'variant13',
    'variant16',
    'variant18',
    'variant22',
    'variant25',
    'variant29',
    'variant32',
    'variant34',
    'variant37',
    'variant45',
    'variant53',
    'variant55',
    'variant58',
    'variant60',
    'variant62',
    'hat',
  ],
  body: [
    'variant01',
    'variant03',
    'variant11',
    'variant13',
    'variant14',
    'variant15',
    'variant16',
    'variant17',
    'variant21',
    'variant22',
    'variant23',
    'variant24',
    'variant25',
  ],
  brows: ['variant04', 'variant05', 'variant08', 'variant12'],
  nose: [
    'variant01',
    'variant04',
    'variant05',
    'variant06',
    'variant09',
    'variant15',
    'variant18',
    'variant20',
  ],
  lips: ['variant03', 'variant14', 'variant17', 'variant22', 'variant23', 'variant25', 'variant30'],
  pattern: ['sun', 'rings', 'bars', 'ramp', 'lanes', 'dots', 'court'],
} as const satisfies { [Name in keyof Look]?: readonly Look[Name][] }

const glasses = ['variant03', 'variant08', 'variant11'] as const

/** Random appearance from the friendly parts. */
export function randomLook(random: RandomSource, inkPairs: number): Look {
  return {
    hair: random.pick(friendly.hair),
    body: random.pick(friendly.body),
    brows: random.pick(friendly.brows),
    nose: random.pick(friendly.nose),
    lips: random.pick(friendly.lips),
    ...(random.chance(0.2) ? { glasses: random.pick(glasses) } : {}),
    pattern: random.pick(friendly.pattern),
    inkPair: random.integer(0, inkPairs - 1),
  }
}
