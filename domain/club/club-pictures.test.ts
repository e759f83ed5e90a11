import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { jpeg, scene } from '#tests/camera-pictures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { chooseDrawing, setClubPicture } from './club-pictures.server.ts'
import { clubFacts } from './club.server.ts'

useDatabase()
useTemporaryPictureStorage()

const photograph = async (width: number) => ({
  bytes: await jpeg({}, scene(width, width)),
  sender: '192.0.2.7',
})
const clay = { paper: 'clay', altText: 'The rack by the window' } as const

test('a photograph of the club is printed, described and taken away again, all on record', async () => {
  const admin = await createAdmin()
  await setClubPicture(admin, 'service-1', clay, await photograph(720))
  const { pictures } = await clubFacts()
  expect(pictures['service-1']).toMatchObject({
    altText: 'The rack by the window',
    picture: { width: 720, height: 900 },
  })
  await setClubPicture(admin, 'service-1', { paper: 'volt', altText: 'The rack' }, null)
  expect(await db.selectFrom('clubPictures').select(['paper', 'altText']).execute()).toEqual([
    { paper: 'clay', altText: 'The rack' },
  ])
  await chooseDrawing(admin, 'service-1', null)
  expect((await clubFacts()).pictures).toEqual({})
  expect(await db.selectFrom('images').select('id').execute()).toEqual([])
  const audit = await db.selectFrom('auditEntries').select('action').orderBy('id').execute()
  expect(audit.map(({ action }) => action)).toEqual([
    'set club picture',
    'set club picture',
    'remove club picture',
  ])
})

test('a photograph as it is keeps its own shape', async () => {
  const admin = await createAdmin()
  await setClubPicture(admin, 'slide-2', { paper: '', altText: '' }, await photograph(300))
  expect((await clubFacts()).pictures['slide-2']?.picture).toMatchObject({ width: 300, height: 300 })
})

test('a print too small for its place, no file at all and an unknown place are refused', async () => {
  const admin = await createAdmin()
  await expect(setClubPicture(admin, 'service-2', clay, await photograph(700))).rejects.toMatchObject({
    errors: { photo: ['This picture is too small. Choose one at least 720 pixels wide.'] },
  })
  await expect(setClubPicture(admin, 'service-2', clay, null)).rejects.toThrow('Choose a photograph.')
  await expect(setClubPicture(admin, 'cellar', clay, null)).rejects.toMatchObject({ code: 'not-found' })
})

test('a service shows another drawing instead of a photograph, and no two services show one', async () => {
  const admin = await createAdmin()
  await setClubPicture(admin, 'service-3', clay, await photograph(720))
  const printed = (await clubFacts()).pictures['service-3']?.picture?.id ?? ''
  await chooseDrawing(admin, 'service-3', 'still-rings')
  expect((await clubFacts()).pictures['service-3']).toMatchObject({ picture: null, drawing: 'still-rings' })
  expect(await db.selectFrom('images').where('id', '=', printed).select('id').execute()).toEqual([])
  for (const taken of ['still-rings', 'service-cardio-fusion'])
    await expect(chooseDrawing(admin, 'service-4', taken)).rejects.toMatchObject({ code: 'conflict' })
  // free since the service that it was drawn for shows another one
  await chooseDrawing(admin, 'service-4', 'service-yoga-harmony')
  await expect(chooseDrawing(admin, 'service-3', null)).rejects.toMatchObject({ code: 'conflict' })
  await expect(chooseDrawing(admin, 'service-4', 'still-unknown')).rejects.toMatchObject({ code: 'invalid' })
})

test('slides, doors and the profile show other drawings too, and no motif stands twice on the first page', async () => {
  const admin = await createAdmin()
  const drawingAt = async (place: 'slide-1' | 'slide-2' | 'sign-in' | 'profile') =>
    (await clubFacts()).pictures[place]?.drawing
  await chooseDrawing(admin, 'slide-1', 'still-rope')
  expect(await drawingAt('slide-1')).toBe('still-rope')
  // the third slide shows the motif of this poster
  for (const [place, taken] of [
    ['service-1', 'still-rope'],
    ['slide-2', 'service-cardio-fusion'],
    ['service-1', 'poster-boxing'],
  ] as const)
    await expect(chooseDrawing(admin, place, taken)).rejects.toMatchObject({ code: 'conflict' })
  // a door is a page of its own
  await chooseDrawing(admin, 'sign-in', 'still-rope')
  await chooseDrawing(admin, 'profile', 'still-rope')
  expect(await drawingAt('profile')).toBe('still-rope')
  expect(await drawingAt('sign-in')).toBe('still-rope')
  await chooseDrawing(admin, 'slide-3', 'still-gloves')
  await chooseDrawing(admin, 'slide-2', 'poster-boxing')
  expect(await drawingAt('slide-2')).toBe('poster-boxing')
  await chooseDrawing(admin, 'slide-1', null)
  expect(await drawingAt('slide-1')).toBeUndefined()
})

test('nobody but an admin changes the club’s pictures', async () => {
  const member = await createMember()
  await expect(setClubPicture(member, 'slide-1', clay, null)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(chooseDrawing(member, 'service-1', null)).rejects.toMatchObject({ code: 'forbidden' })
})
