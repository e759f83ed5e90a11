import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readRendition } from '#api/pictures.ts'
import { useDatabase } from '#tests/database.ts'
import { noisyPicture, useTemporaryPictureStorage } from '#tests/picture-fixtures.ts'
import { storeLetterRendition } from './letter-picture.server.ts'
import { letterRenditionWidth, renditionPath } from './pictures.rules.ts'
import { pictureStorage, storePicture } from './pictures.server.ts'

useDatabase()
useTemporaryPictureStorage()

test.each([
  [2000, 1080],
  [1050, 1050],
  [300, 300],
])('a letter shows a picture %i pixels wide as a JPEG of %i', async (width, expected) => {
  const picture = await storePicture(null, await noisyPicture(width, 200).jpeg().toBuffer(), '203.0.113.7')
  expect(letterRenditionWidth(picture.width)).toBe(expected)
  await storeLetterRendition(picture)
  await storeLetterRendition(picture)
  const bytes = await pictureStorage.get(picture.id, `${expected}.jpg`)
  expect(await sharp(bytes!).metadata()).toMatchObject({ format: 'jpeg', width: expected })
  const served = await readRendition(renditionPath(picture.id, expected, 'jpg'))
  expect(served).toMatchObject({ headers: { 'Content-Type': 'image/jpeg' } })
})

test('a letter shows a transparent picture on white', async () => {
  const clear = { width: 400, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
  const picture = await storePicture(null, await sharp({ create: clear }).png().toBuffer(), '203.0.113.7')
  await storeLetterRendition(picture)
  const bytes = await pictureStorage.get(picture.id, '400.jpg')
  const { channels } = await sharp(bytes!).stats()
  expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255])
})
