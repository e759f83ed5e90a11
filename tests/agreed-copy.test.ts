import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { texts } from '#copy/texts.ts'
import { readSourceFiles } from './source-files.ts'

// The texts that were agreed to the letter, oddities included. A change must be made in copy/ and here.
const agreed = [
  [
    'Home',
    'Gallery',
    'Trainers',
    'Classes',
    'Forums',
    'Sign In',
    'Sign Up',
    'Dashboard',
    'Logout',
    'My Profile',
  ],
  ['Services', 'Fitness Resources', 'Wellness Blog', 'Trainer Profiles', 'Membership Plans'],
  ['Company', 'About us', 'Contact', 'Legal', 'Terms of use', 'Privacy policy', 'Cookie policy'],
  [
    'All Class',
    'Show Detail',
    'See All Class',
    'See All Post',
    'Subscribe Now',
    'View Profile',
    'See All Trainers',
  ],
  ['Strength Mastery', 'Cardio Fusion', 'Yoga Harmony', 'High-Intensity Burn', 'Mindful Meditation'],
  ['Body Sculpting', 'Spin Revolution', 'Functional Fitness', 'Pilates Precision', 'CrossFit Challenge'],
  [
    'Continue With Google',
    'Gallery Page',
    'All Trainers',
    'Know More',
    'All Slot',
    'About',
    'available Time',
  ],
  [
    'available Day',
    'Become A Trainer',
    'Trainer Booked Page',
    'All Classes',
    'Overview',
    'Trainer Info',
    'Prev',
    'Next',
  ],
  ['Go to Home Page', 'Back to Home Page', 'silver', 'gold', 'diamond'],
  [
    'All Subscribers',
    'Applied Trainers',
    'Balance',
    'Add New Forum',
    'Manage Slots',
    'Manage Member',
    'Add New Class',
  ],
  [
    'Activity Log',
    'Profile Settings',
    'Recommended Classes',
    'Purchaed By',
    'Available',
    'Preview',
    'Create Post',
  ],
  [
    'Create Class',
    'Total Remaining Balance',
    'Total Payment',
    'My Profile Setting',
    'Edit to show your best',
    'Update',
  ],
  [
    'You can read that class',
    'Payment Page',
    'Please payment activate your next steps',
    'Confirm',
    'anonymous',
  ],
  [
    '#',
    'Id',
    'Name',
    'Email',
    'Action',
    'Role',
    'Joining Date',
    'Payment Status',
    'Image',
    'Age',
    'Detail/Action',
  ],
  ['Adaptability', 'Exercide Physiology', 'Injury Prevention Knowledge', 'Time Management', 'Patience'],
  ['Name is required', 'Email is required', 'Password is required', 'Password must be 6 characters'],
  ['Password must be less than 20 characters', 'Photo is required', 'Title is required'],
  'Password must have one Uppercase one lower case, one number and one special character.',
  ['Are you sure?', "You won't be able to revert this!", 'Yes, make trainer!', 'make trainer Done'],
  ['SignUp Successfully !!', 'User Information Updated !!', 'Login Successfully !!', 'Request Submitted'],
  ['Deleted Subscriber', 'Add Post successpully', 'Class added successfully', 'Update Your Information'],
  'Class Booked Successfully',
].flat()

type Entry = { group: string; key: string; says: string[] }

/** Every entry of the catalogue with its texts; for a text with a name, the parts around the name. */
const entriesOf = (value: unknown, path: string[] = []): Entry[] => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([key, each]) => entriesOf(each, [...path, key]))
  return [{ group: path[0] ?? '', key: path.at(-1) ?? '', says: saying(value) }]
}
const saying = (value: unknown): string[] => {
  if (typeof value === 'function') return String(value('{}', '{}')).split('{}')
  return Array.isArray(value) ? value.flatMap(saying) : [String(value)]
}
const entries = entriesOf(texts)

const withoutComments = (text: string) => text.replaceAll(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, '')
const sources = readSourceFiles()
  .filter(({ path, layer, isTest }) => !isTest && layer !== 'artwork' && !path.startsWith('copy/'))
  .map(({ path, layer, text }) => ({ path, layer, text: withoutComments(text) }))

test('the agreed words stand in one place, to the letter', () => {
  const written = new Set(entries.flatMap(({ says }) => says))
  expect(agreed.filter((text) => !written.has(text))).toEqual([])
})

test('what the specification quotes as agreed is what people read', () => {
  const specification = readFileSync(join(import.meta.dirname, '..', 'docs', 'specification.md'), 'utf8')
  const rows = [...specification.matchAll(/^\| ([^|]*'[^|]*) \| [^|]*`copy\/texts\.ts`/gm)]
  const quoted = rows.flatMap(([, what = '']) => [...what.matchAll(/'(.+?)'(?=,| and | after | in |$)/g)])
  expect(quoted.length).toBeGreaterThan(10)
  const written = new Set(entries.flatMap(({ says }) => says.filter((each) => each !== '')))
  const pieces = quoted.flatMap(([, text = '']) => text.split('{name}')).filter((piece) => piece !== '')
  expect(pieces.filter((piece) => ![...written].some((each) => each.includes(piece)))).toEqual([])
})

test('every agreed word is shown or told somewhere', () => {
  const isRead = ({ group, key }: Entry) =>
    sources.some(({ text }) =>
      group === key
        ? new RegExp(`\\btexts\\.${key}\\b`).test(text)
        : new RegExp(`\\btexts\\.${group}\\.(plans\\b|${key}\\b)`).test(text) ||
          (new RegExp(`\\b${group} = texts\\.${group}\\b`).test(text) &&
            new RegExp(`\\b${group}\\.${key}\\b`).test(text)),
    )
  expect(entries.filter((entry) => !isRead(entry)).map(({ group, key }) => `${group}.${key}`)).toEqual([])
})

test('no agreed sentence is written a second time', () => {
  // single words have other uses, and demo people enter skills as free text
  const sentences = new Set(
    entries.flatMap(({ says }) => says).filter((text) => text.length >= 8 && text.trim().includes(' ')),
  )
  const places = sources.filter(({ layer }) => layer !== 'demo')
  expect(places.length).toBeGreaterThan(300)
  const again = [...sentences].flatMap((sentence) =>
    places.filter(({ text }) => text.includes(sentence)).map(({ path }) => `${path}: ${sentence}`),
  )
  expect(again).toEqual([])
})

test('the agreed sentences take the name, the year and the number in', () => {
  expect(texts.home.subscribed('Ada')).toBe('Thank you Ada for your Subscription 😍')
  expect(texts.appliedTrainers.doneHeading('Ada')).toBe('Ada has been added as a Trainer')
  expect(texts.footer.copyright(2026, 'Palestra')).toContain('2026 All right reserved by Palestra')
  expect(texts.trainers.experience(7)).toBe('7 years experience')
  expect(texts.footer.tagline(' since 2005')).toContain('for the neighbourhood since 2005, one')
  expect(texts.footer.tagline('')).toContain('for the neighbourhood, one')
})
