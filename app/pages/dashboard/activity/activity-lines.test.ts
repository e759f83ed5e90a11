import { expect, test } from 'vitest'
import type { ActivityEntry } from '#domain/activity/activity-log.server.ts'
import { foldActivities } from './activity-lines.ts'

const entryOf = (entry: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  kind: 'click',
  summary: 'You liked a post',
  detail: '“Chalk is not confetti”, Mira Okafor',
  bookingId: null,
  times: 1,
  isEnglish: false,
  happenedAt: new Date(),
  ...entry,
})

const read = (ofDay: ActivityEntry[]) => foldActivities(ofDay).map(({ title, detail }) => [title, detail])

test('the likes of a day are one line that names the newest', () => {
  const liked = [entryOf({ times: 4 }), entryOf({ detail: 'another' }), entryOf({ detail: 'a third' })]
  expect(read([...liked, entryOf({ summary: 'You disliked a post', times: 2 })])).toEqual([
    ['You liked three posts', '“Chalk is not confetti”, Mira Okafor, and two more'],
    ['You disliked a post', '“Chalk is not confetti”, Mira Okafor, 2 times'],
  ])
})

test('so are its sign-ins, and everything else has a line of its own', () => {
  const signIn = entryOf({ kind: 'sign-in', summary: 'You signed in', detail: null })
  const held = entryOf({ kind: 'booking', summary: 'You held 07:00', detail: 'Mira Okafor' })
  expect(read([signIn, held, held, signIn])).toEqual([
    ['You signed in', '2 times'],
    ['You held 07:00', 'Mira Okafor'],
    ['You held 07:00', 'Mira Okafor'],
  ])
})
