import './production-env.ts'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { cookieFor } from '#tests/api-server.ts'
import { useAuth } from '#tests/auth-fixtures.ts'
import { cameraPictures } from '#tests/camera-pictures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { noisyPicture } from '#tests/picture-fixtures.ts'
import { isFullScale, timeoutFor } from '#tests/proof/test-scale.ts'
import { siteOrigin, useBuiltSite } from './built-site.ts'

const database = useDatabase()
useAuth()
const club = useBuiltSite(database, { DEMO: 'off', CLUB_NAME: '' }, false)

test('the picture of a post that is taken down is gone from its address, unless something else shows it', async () => {
  const { person } = await createTrainerWithSlots(1)
  const cookie = await cookieFor(person)
  const headers = { cookie, origin: siteOrigin }
  const upload = async () => {
    const body = new FormData()
    const bytes = await noisyPicture(400, 300).jpeg().toBuffer()
    body.set('image', new File([new Uint8Array(bytes)], 'a.jpg', { type: 'image/jpeg' }))
    const answer = await club.send('/api/images', { method: 'POST', headers, body })
    const { data } = (await answer.json()) as { data: { id: string } }
    return data.id
  }
  const [only, shared] = [await upload(), await upload()]
  const post = (imageId: string) =>
    db
      .insertInto('posts')
      .values({ caption: randomUUID(), imageId, authorId: person.id })
      .returning('id')
      .executeTakeFirstOrThrow()
  const first = await post(only)
  const second = await post(shared)
  await post(shared)
  const { url, close } = await club.serve()
  const statusOf = async (id: string) => (await fetch(`${url}/images/${id}/360.webp`)).status
  expect([await statusOf(only), await statusOf(only), await statusOf(shared)]).toEqual([200, 200, 200])
  const admin = { cookie: await cookieFor(await createAdmin()), origin: siteOrigin }
  for (const { id } of [first, second]) {
    const body = new URLSearchParams({ reason: 'Unkind', words: '' })
    const answer = await club.send(`/dashboard/takeDown/post/${id}`, { method: 'POST', headers: admin, body })
    expect(answer.status).toBe(302)
  }
  await expect.poll(() => statusOf(only)).toBe(404)
  expect(await statusOf(shared)).toBe(200)
  close()
})

type Sender = 'visitor' | 'member' | 'trainer' | 'admin'
/** Every form with a picture: its sender, the field of the file, the other fields, and the address of the response. */
const forms: { path: string; sender: Sender; file: 'photo' | 'file'; fields: () => [string, string][] }[] = [
  {
    path: '/signUp',
    sender: 'visitor',
    file: 'photo',
    fields: () => [
      ['name', 'Nora Lind'],
      ['email', `${randomUUID()}@club.example`],
      ['password', 'Palestra1!'],
    ],
  },
  {
    path: '/beTrainer',
    sender: 'member',
    file: 'photo',
    fields: () => [
      ['name', 'Nora Lind'],
      ['yearsOfExperience', '4'],
      ['hoursADay', '2'],
      ['weekdays', 'Monday'],
      ['skills', 'Yoga'],
    ],
  },
  {
    path: '/dashboard/profileSettings',
    sender: 'member',
    file: 'file',
    fields: () => [['intent', 'photo']],
  },
  {
    path: '/dashboard/profileSettings/trainerPage',
    sender: 'trainer',
    file: 'photo',
    fields: () => [
      ['yearsOfExperience', '4'],
      ['hoursADay', '12'],
      ...['Monday', 'Wednesday', 'Friday'].map((day): [string, string] => ['weekdays', day]),
      ['about', ''],
    ],
  },
  {
    path: '/dashboard/addNewForum',
    sender: 'trainer',
    file: 'file',
    fields: () => [
      ['intent', 'save'],
      ['caption', randomUUID()],
    ],
  },
  {
    path: '/dashboard/addNewClass',
    sender: 'trainer',
    file: 'file',
    fields: () => [
      ['intent', 'save'],
      ['title', randomUUID()],
      ['description', 'Floor'],
    ],
  },
  {
    path: '/dashboard/newMember',
    sender: 'admin',
    file: 'photo',
    fields: () => [
      ['intent', 'add'],
      ['isNew', '1'],
      ['name', 'Otto Brandt'],
    ],
  },
  {
    path: '/dashboard/gallery',
    sender: 'admin',
    file: 'file',
    fields: () => [
      ['intent', 'add'],
      ['caption', randomUUID()],
    ],
  },
  {
    path: '/dashboard/club/voices/new',
    sender: 'admin',
    file: 'file',
    fields: () => [
      ['intent', 'save'],
      ['name', 'Sol'],
      ['words', randomUUID()],
      ['consent', '2026-10-04'],
    ],
  },
  {
    path: '/dashboard/newsletter/new',
    sender: 'admin',
    file: 'file',
    fields: () => [
      ['intent', 'save'],
      ['subject', randomUUID()],
      ['words', 'Come on Wednesday.'],
      ['altText', 'Four colours'],
    ],
  },
]

const pictures = Object.entries(cameraPictures)
/** A few kinds of the short form, one for each form in turn. */
const kinds = isFullScale
  ? pictures
  : pictures.filter(([name]) =>
      /EXIF orientation 6|motion photo|extra bytes inside|16 bits|lossy WebP/.test(name),
    )

test(
  'pictures as phones and cameras write them are accepted by every form',
  async () => {
    const people = {
      member: await createMember(),
      trainer: (await createTrainerWithSlots(1)).person,
      admin: await createAdmin(),
    }
    const cookies = {
      member: await cookieFor(people.member),
      trainer: await cookieFor(people.trainer),
      admin: await cookieFor(people.admin),
    }
    const send = async ({ path, sender, file, fields }: (typeof forms)[number], bytes: Buffer) => {
      // an application can be sent once
      const cookie =
        sender === 'visitor'
          ? ''
          : path === '/beTrainer'
            ? await cookieFor(await createMember())
            : cookies[sender]
      const body = new FormData()
      for (const [name, value] of fields()) body.append(name, value)
      body.append(file, new File([new Uint8Array(bytes)], 'IMG_0001.jpg', { type: 'image/jpeg' }))
      return club.send(path, { method: 'POST', headers: { cookie, origin: siteOrigin }, body })
    }
    const refused: string[] = []
    for (const [index, [name, { make }]] of kinds.entries()) {
      const bytes = await make()
      const tried = isFullScale ? forms : forms.filter((_, at) => at % kinds.length === index)
      for (const form of tried) {
        const { count: before } = await countPictures()
        const { status } = await send(form, bytes)
        const { count } = await countPictures()
        if (status !== 302 || count !== before + 1) refused.push(`${name} at ${form.path}: ${status}`)
      }
      // a person uploads at most 200 pictures a day
      await db.updateTable('images').set({ ownerId: null }).execute()
    }
    expect(refused).toEqual([])
  },
  timeoutFor(180_000, 1_200_000),
)

const countPictures = () =>
  db
    .selectFrom('images')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
