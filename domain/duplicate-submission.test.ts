import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { createClass } from '#domain/classes/classes.server.ts'
import { addTestimonial } from '#domain/club/testimonials.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { addGalleryItem } from '#domain/gallery/gallery.server.ts'
import { saveNewsletter } from '#domain/newsletter/drafts.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createTrainerWithSlots } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import type { Person } from './actor.ts'

// A form arrives twice after a double click without scripts, or when the connection retries.

useDatabase({ connections: 4 })
let admin: Person
let trainer: Person
beforeAll(async () => {
  admin = await createAdmin()
  trainer = (await createTrainerWithSlots(1)).person
})

const countOf = async (table: string) => {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from ${sql.table(table)}`.execute(db)
  return rows[0]!.count
}

test.each(['posts', 'classes', 'testimonials', 'galleryItems', 'newsletters'] as const)(
  'of %s a form that is sent five times at once makes one',
  async (table) => {
    const photo = await insertPicture((table === 'classes' ? trainer : admin).id)
    const voice = { name: 'Ada', who: '', words: 'Good.', photo, consent: '2020-10-04' }
    const make = {
      posts: () => createPost(admin, { caption: 'Open late on Friday.', photo }),
      classes: () =>
        createClass(trainer, { title: 'Rowing', description: 'Half an hour on the water.', photo }),
      testimonials: () => addTestimonial(admin, voice),
      galleryItems: () => addGalleryItem(admin, { caption: 'The hall', altText: 'A hall', photo }),
      newsletters: () => saveNewsletter(admin, null, { subject: 'October', words: 'News.', photo: '' }),
    }[table]
    const made = await Promise.all(Array.from({ length: 5 }, make))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await countOf(table)).toBe(1)
  },
)

test('who says the same on another day, or something else at once, is heard', async () => {
  const photo = await insertPicture(admin.id)
  const before = await countOf('posts')
  await createPost(admin, { caption: 'Closed for an hour.', photo })
  await createPost(admin, { caption: 'Open again.', photo: await insertPicture(admin.id) })
  await sql`update posts set created_at = created_at - interval '1 day'`.execute(db)
  await createPost(admin, { caption: 'Closed for an hour.', photo: await insertPicture(admin.id) })
  expect(await countOf('posts')).toBe(before + 3)
})
