import type { Look } from './look.ts'

/** Drawn person of the demo club. */
type DrawnPerson = { name: string; look: Look }

const inkOnVolt = 0
const blushOnClay = 1
const clayOnBlush = 2
const voltOnPool = 3
const poolOnBone = 4
const poolOnVolt = 5
const poolOnBlush = 6
const inkOnClay = 7

/** People with a chosen face, by the seed of their portrait. */
export const drawnPeople = {
  'mira-okafor': {
    name: 'Mira Okafor',
    look: {
      hair: 'variant46',
      body: 'variant18',
      brows: 'variant12',
      nose: 'variant05',
      lips: 'variant03',
      icon: 'electric',
      pattern: 'sun',
      inkPair: blushOnClay,
    },
  },
  'jonas-weidner': {
    name: 'Jonas Weidner',
    look: {
      hair: 'variant07',
      body: 'variant16',
      brows: 'variant08',
      nose: 'variant18',
      lips: 'variant23',
      pattern: 'bars',
      inkPair: inkOnVolt,
    },
  },
  'samira-haddad': {
    name: 'Samira Haddad',
    look: {
      hair: 'variant63',
      body: 'variant17',
      brows: 'variant05',
      nose: 'variant15',
      lips: 'variant23',
      glasses: 'variant04',
      pattern: 'dots',
      inkPair: poolOnBone,
    },
  },
  'dario-conti': {
    name: 'Dario Conti',
    look: {
      hair: 'variant31',
      body: 'variant23',
      brows: 'variant04',
      nose: 'variant20',
      lips: 'variant30',
      pattern: 'ramp',
      inkPair: voltOnPool,
    },
  },
  'yuki-tanabe': {
    name: 'Yuki Tanabe',
    look: {
      hair: 'variant39',
      body: 'variant13',
      brows: 'variant05',
      nose: 'variant06',
      lips: 'variant14',
      pattern: 'lanes',
      inkPair: clayOnBlush,
    },
  },
  'lena-castellanos': {
    name: 'Lena Castellanos',
    look: {
      hair: 'variant47',
      body: 'variant02',
      brows: 'variant05',
      nose: 'variant18',
      lips: 'variant03',
      pattern: 'court',
      inkPair: inkOnClay,
    },
  },
  'theo-marchetti': {
    name: 'Theo Marchetti',
    look: {
      hair: 'variant26',
      body: 'variant22',
      brows: 'variant08',
      nose: 'variant09',
      lips: 'variant23',
      beard: 'variant06',
      pattern: 'rings',
      inkPair: inkOnVolt,
    },
  },
  'ada-lindqvist': {
    name: 'Ada Lindqvist',
    look: {
      hair: 'variant43',
      body: 'variant24',
      brows: 'variant05',
      nose: 'variant04',
      lips: 'variant17',
      glasses: 'variant09',
      pattern: 'sun',
      inkPair: poolOnBlush,
    },
  },
  'ines-duarte': {
    name: 'Ines Duarte',
    look: {
      hair: 'variant02',
      body: 'variant15',
      brows: 'variant04',
      nose: 'variant01',
      lips: 'variant22',
      pattern: 'ramp',
      inkPair: poolOnVolt,
    },
  },
  'leila-farouk': {
    name: 'Leila Farouk',
    look: {
      hair: 'variant11',
      body: 'variant25',
      brows: 'variant05',
      nose: 'variant05',
      lips: 'variant03',
      glasses: 'variant08',
      pattern: 'rings',
      inkPair: poolOnBone,
    },
  },
  'kofi-mensah': {
    name: 'Kofi Mensah',
    look: {
      hair: 'variant33',
      body: 'variant01',
      brows: 'variant08',
      nose: 'variant20',
      lips: 'variant14',
      pattern: 'bars',
      inkPair: blushOnClay,
    },
  },
  'noor-rahman': {
    name: 'Noor Rahman',
    look: {
      hair: 'variant57',
      body: 'variant21',
      brows: 'variant12',
      nose: 'variant06',
      lips: 'variant03',
      pattern: 'sun',
      inkPair: voltOnPool,
    },
  },
  'grace-whitlock': {
    name: 'Grace Whitlock',
    look: {
      hair: 'variant04',
      body: 'variant14',
      brows: 'variant05',
      nose: 'variant09',
      lips: 'variant14',
      pattern: 'court',
      inkPair: poolOnBlush,
    },
  },
  'tomas-novak': {
    name: 'Tomas Novak',
    look: {
      hair: 'variant13',
      body: 'variant03',
      brows: 'variant08',
      nose: 'variant18',
      lips: 'variant23',
      beard: 'variant02',
      pattern: 'dots',
      inkPair: blushOnClay,
    },
  },
  'oskar-lund': {
    name: 'Oskar Lund',
    look: {
      hair: 'variant35',
      body: 'variant20',
      brows: 'variant05',
      nose: 'variant06',
      lips: 'variant30',
      pattern: 'bars',
      inkPair: poolOnVolt,
    },
  },
  'paul-brandt': {
    name: 'Paul Brandt',
    look: {
      hair: 'variant19',
      body: 'variant23',
      brows: 'variant04',
      nose: 'variant20',
      lips: 'variant17',
      glasses: 'variant11',
      pattern: 'lanes',
      inkPair: inkOnVolt,
    },
  },
  'emil-sorensen': {
    name: 'Emil Sørensen',
    look: {
      hair: 'variant54',
      body: 'variant16',
      brows: 'variant05',
      nose: 'variant01',
      lips: 'variant23',
      beard: 'variant12',
      pattern: 'lanes',
      inkPair: inkOnClay,
    },
  },
  'ravi-anand': {
    name: 'Ravi Anand',
    look: {
      hair: 'variant61',
      body: 'variant21',
      brows: 'variant08',
      nose: 'variant18',
      lips: 'variant23',
      beard: 'variant02',
      pattern: 'sun',
      inkPair: poolOnBone,
    },
  },
  'bea-moreau': {
    name: 'Bea Moreau',
    look: {
      hair: 'variant59',
      body: 'variant22',
      brows: 'variant05',
      nose: 'variant15',
      lips: 'variant25',
      pattern: 'dots',
      inkPair: inkOnVolt,
    },
  },
  'tariq-osman': {
    name: 'Tariq Osman',
    look: {
      hair: 'variant20',
      body: 'variant18',
      brows: 'variant05',
      nose: 'variant20',
      lips: 'variant03',
      icon: 'saturn',
      pattern: 'rings',
      inkPair: clayOnBlush,
    },
  },
  'greta-holm': {
    name: 'Greta Holm',
    look: {
      hair: 'variant41',
      body: 'variant13',
      brows: 'variant05',
      nose: 'variant04',
      lips: 'variant30',
      pattern: 'ramp',
      inkPair: blushOnClay,
    },
  },
} satisfies Record<string, DrawnPerson>

/** The chosen face of a seed, if it has one. */
export function findLook(seed: string): Look | undefined {
  return (drawnPeople as Record<string, DrawnPerson>)[seed]?.look
}
