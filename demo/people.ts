// The demo club's people. Days are counted back from the day the club is loaded.
import type { PortraitKey } from '#artwork/people.ts'

export type DemoPerson = {
  /** Also the name of the portrait. */
  key: PortraitKey
  name: string
  email: string
  joinedDaysAgo: number
}

export type DemoTrainer = DemoPerson & {
  yearsOfExperience: number
  hoursADay: number
  weekdays: string[]
  skills: string[]
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

export const admin: DemoPerson = {
  key: 'ada-lindqvist',
  name: 'Ada Lindqvist',
  email: 'admin@palestra.example',
  joinedDaysAgo: 400,
}

// in the order of the list: the one who joined first stands first
export const trainers: DemoTrainer[] = [
  {
    key: 'mira-okafor',
    name: 'Mira Okafor',
    email: 'trainer@palestra.example',
    joinedDaysAgo: 380,
    yearsOfExperience: 14,
    hoursADay: 8,
    weekdays,
    skills: [
      'Adaptability',
      'Exercide Physiology',
      'Injury Prevention Knowledge',
      'Patience',
      'Olympic lifting',
    ],
  },
  {
    key: 'jonas-weidner',
    name: 'Jonas Weidner',
    email: 'trainer2@palestra.example',
    joinedDaysAgo: 350,
    yearsOfExperience: 11,
    hoursADay: 6,
    weekdays: ['Tuesday', 'Thursday', 'Saturday'],
    skills: ['Time Management', 'Patience', 'Boxing'],
  },
  {
    key: 'samira-haddad',
    name: 'Samira Haddad',
    email: 'samira@palestra.example',
    joinedDaysAgo: 310,
    yearsOfExperience: 9,
    hoursADay: 5,
    weekdays: ['Monday', 'Wednesday', 'Friday'],
    skills: ['Injury Prevention Knowledge', 'Patience', 'Pilates'],
  },
  {
    key: 'dario-conti',
    name: 'Dario Conti',
    email: 'dario@palestra.example',
    joinedDaysAgo: 270,
    yearsOfExperience: 6,
    hoursADay: 7,
    weekdays,
    skills: ['Adaptability', 'Time Management', 'Rowing'],
  },
  {
    key: 'yuki-tanabe',
    name: 'Yuki Tanabe',
    email: 'yuki@palestra.example',
    joinedDaysAgo: 220,
    yearsOfExperience: 12,
    hoursADay: 6,
    weekdays: ['Monday', 'Tuesday', 'Thursday', 'Friday'],
    skills: ['Exercide Physiology', 'Injury Prevention Knowledge', 'Mobility'],
  },
  {
    key: 'lena-castellanos',
    name: 'Lena Castellanos',
    email: 'lena@palestra.example',
    joinedDaysAgo: 180,
    yearsOfExperience: 8,
    hoursADay: 4,
    weekdays: ['Saturday', 'Sunday'],
    skills: ['Patience', 'Yoga', 'Meditation'],
  },
  {
    key: 'theo-marchetti',
    name: 'Theo Marchetti',
    email: 'theo@palestra.example',
    joinedDaysAgo: 140,
    yearsOfExperience: 4,
    hoursADay: 10,
    weekdays,
    skills: ['Adaptability', 'Spin'],
  },
  {
    key: 'ravi-anand',
    name: 'Ravi Anand',
    email: 'ravi@palestra.example',
    joinedDaysAgo: 90,
    yearsOfExperience: 17,
    hoursADay: 3,
    weekdays: ['Wednesday', 'Sunday'],
    skills: ['Time Management', 'Exercide Physiology', 'Functional training'],
  },
]

export const members = {
  noor: { key: 'noor-rahman', name: 'Noor Rahman', email: 'member@palestra.example', joinedDaysAgo: 160 },
  ines: { key: 'ines-duarte', name: 'Ines Duarte', email: 'member2@palestra.example', joinedDaysAgo: 150 },
  tomas: { key: 'tomas-novak', name: 'Tomas Novak', email: 'applied@palestra.example', joinedDaysAgo: 40 },
  kofi: { key: 'kofi-mensah', name: 'Kofi Mensah', email: 'kofi@palestra.example', joinedDaysAgo: 120 },
  grace: {
    key: 'grace-whitlock',
    name: 'Grace Whitlock',
    email: 'grace@palestra.example',
    joinedDaysAgo: 30,
  },
  paul: { key: 'paul-brandt', name: 'Paul Brandt', email: 'paul@palestra.example', joinedDaysAgo: 170 },
  oskar: { key: 'oskar-lund', name: 'Oskar Lund', email: 'oskar@palestra.example', joinedDaysAgo: 20 },
} as const satisfies Record<string, DemoPerson>

export type MemberName = keyof typeof members

/** What the applicant asks for. */
export const application = {
  by: 'tomas' satisfies MemberName as MemberName,
  daysAgo: 3,
  yearsOfExperience: 11,
  hoursADay: 6,
  weekdays: ['Monday', 'Wednesday', 'Friday'],
  skills: ['Patience', 'Injury Prevention Knowledge', 'Climbing'],
}

export const subscribers = [
  { name: 'Noor Rahman', email: 'member@palestra.example', daysAgo: 58 },
  { name: 'Amara Diallo', email: 'amara@palestra.example', daysAgo: 41 },
  { name: 'Peter Hallström', email: 'p.hallstrom@palestra.example', daysAgo: 33 },
  { name: 'Kofi Mensah', email: 'kofi@palestra.example', daysAgo: 29 },
  { name: 'Luca Ferri', email: 'luca.ferri@palestra.example', daysAgo: 17 },
  { name: 'Grace Whitlock', email: 'grace@palestra.example', daysAgo: 12 },
  { name: 'Emil Sørensen', email: 'emil@palestra.example', daysAgo: 2 },
]
