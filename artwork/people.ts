import type { Options as NotionistsOptions } from '@dicebear/notionists'
import type { HeldThing } from './held-things.ts'
import type { InkName } from './inks.ts'

/** Inks of skin, chosen for a person and never drawn by lot. */
export const skins = {
  umber: '#8b5433',
  sienna: '#b5763f',
  ochre: '#d39a5c',
  rose: '#eeb393',
  ivory: '#f6dcc2',
} as const

export type Skin = keyof typeof skins

/** How much of a person is seen, from the largest face to the smallest. */
export type Crop = 'close' | 'mid' | 'bust' | 'far'

type PartName = 'hair' | 'body' | 'brows' | 'nose' | 'lips' | 'beard' | 'glasses' | 'gesture'
type Part<Name extends PartName> = NonNullable<NotionistsOptions[Name]>[number]

/** Appearance of a person: the numbers of the drawn parts, the inks and the crop. */
export type Look = {
  hair: Part<'hair'>
  body: Part<'body'>
  brows: Part<'brows'>
  nose: Part<'nose'>
  lips: Part<'lips'>
  beard?: Part<'beard'>
  glasses?: Part<'glasses'>
  gesture?: Part<'gesture'>
  skin: Skin
  ground: InkName
  shirt: InkName
  /** Ink of the cloth in the hair. */
  cloth?: InkName
  crop: Crop
  /** Moves the person to the right, in user units of a sheet 800 wide. */
  offset?: number
  /** Looks to the left. */
  mirrored?: boolean
  thing?: HeldThing
  hasTowel?: boolean
}

/** People of the demo club, by the key of their portrait. Trainers have something in their hands. */
export const drawnPeople = {
  'mira-okafor': {
    hair: 'variant46',
    body: 'variant13',
    brows: 'variant12',
    nose: 'variant05',
    lips: 'variant03',
    skin: 'umber',
    ground: 'clay',
    shirt: 'chalk',
    cloth: 'volt',
    crop: 'far',
    thing: 'barbell',
  },
  'jonas-weidner': {
    hair: 'variant07',
    body: 'variant13',
    brows: 'variant08',
    nose: 'variant18',
    lips: 'variant23',
    skin: 'ivory',
    ground: 'volt',
    shirt: 'chalk',
    crop: 'bust',
    mirrored: true,
    thing: 'gloves',
  },
  'samira-haddad': {
    hair: 'variant63',
    body: 'variant17',
    brows: 'variant05',
    nose: 'variant15',
    lips: 'variant23',
    gesture: 'hand',
    skin: 'ochre',
    ground: 'blush',
    shirt: 'chalk',
    crop: 'bust',
    offset: -60,
    thing: 'ring',
  },
  'dario-conti': {
    hair: 'variant31',
    body: 'variant05',
    brows: 'variant04',
    nose: 'variant20',
    lips: 'variant30',
    skin: 'rose',
    ground: 'pool',
    shirt: 'clay',
    crop: 'mid',
    offset: 30,
    mirrored: true,
    hasTowel: true,
  },
  'yuki-tanabe': {
    hair: 'variant39',
    body: 'variant15',
    brows: 'variant05',
    nose: 'variant06',
    lips: 'variant14',
    gesture: 'okLongArm',
    skin: 'ivory',
    ground: 'bone',
    shirt: 'pool',
    crop: 'bust',
    offset: -70,
    thing: 'ball',
  },
  'lena-castellanos': {
    hair: 'variant47',
    body: 'variant24',
    brows: 'variant05',
    nose: 'variant18',
    lips: 'variant03',
    skin: 'sienna',
    ground: 'clay',
    shirt: 'chalk',
    crop: 'bust',
    offset: -50,
    mirrored: true,
    thing: 'mat',
  },
  'theo-marchetti': {
    hair: 'variant26',
    body: 'variant18',
    brows: 'variant08',
    nose: 'variant09',
    lips: 'variant23',
    beard: 'variant06',
    gesture: 'hand',
    skin: 'rose',
    ground: 'volt',
    shirt: 'chalk',
    crop: 'bust',
    offset: -50,
    thing: 'bottle',
  },
  'ravi-anand': {
    hair: 'variant61',
    body: 'variant22',
    brows: 'variant08',
    nose: 'variant18',
    lips: 'variant23',
    beard: 'variant02',
    skin: 'umber',
    ground: 'blush',
    shirt: 'chalk',
    cloth: 'clay',
    crop: 'close',
    offset: 20,
    mirrored: true,
    thing: 'kettlebell',
  },
  'ada-lindqvist': {
    hair: 'variant43',
    body: 'variant24',
    brows: 'variant05',
    nose: 'variant04',
    lips: 'variant17',
    glasses: 'variant09',
    skin: 'ivory',
    ground: 'clay',
    shirt: 'chalk',
    crop: 'bust',
  },
  'noor-rahman': {
    hair: 'variant57',
    body: 'variant21',
    brows: 'variant12',
    nose: 'variant06',
    lips: 'variant03',
    skin: 'ochre',
    ground: 'volt',
    shirt: 'clay',
    crop: 'mid',
    mirrored: true,
  },
  'ines-duarte': {
    hair: 'variant02',
    body: 'variant15',
    brows: 'variant04',
    nose: 'variant01',
    lips: 'variant22',
    skin: 'sienna',
    ground: 'blush',
    shirt: 'chalk',
    crop: 'bust',
    offset: -30,
  },
  'kofi-mensah': {
    hair: 'variant33',
    body: 'variant01',
    brows: 'variant08',
    nose: 'variant20',
    lips: 'variant14',
    skin: 'umber',
    ground: 'pool',
    shirt: 'chalk',
    crop: 'close',
    mirrored: true,
  },
  'grace-whitlock': {
    hair: 'variant04',
    body: 'variant14',
    brows: 'variant05',
    nose: 'variant09',
    lips: 'variant14',
    skin: 'rose',
    ground: 'bone',
    shirt: 'clay',
    crop: 'far',
  },
  'tomas-novak': {
    hair: 'variant13',
    body: 'variant03',
    brows: 'variant08',
    nose: 'variant18',
    lips: 'variant23',
    beard: 'variant02',
    skin: 'ivory',
    ground: 'clay',
    shirt: 'pool',
    crop: 'mid',
    mirrored: true,
  },
  'oskar-lund': {
    hair: 'variant35',
    body: 'variant20',
    brows: 'variant05',
    nose: 'variant06',
    lips: 'variant30',
    skin: 'rose',
    ground: 'volt',
    shirt: 'chalk',
    crop: 'bust',
    offset: -40,
  },
  'paul-brandt': {
    hair: 'variant19',
    body: 'variant23',
    brows: 'variant04',
    nose: 'variant20',
    lips: 'variant17',
    glasses: 'variant11',
    skin: 'ivory',
    ground: 'blush',
    shirt: 'volt',
    crop: 'bust',
    mirrored: true,
  },
} as const satisfies Record<string, Look>

export type PortraitKey = keyof typeof drawnPeople
