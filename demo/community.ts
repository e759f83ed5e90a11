import { createClass } from '#domain/classes/classes.server.ts'
import { clickPost } from '#domain/forum/clicks.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { addGalleryItem } from '#domain/gallery/gallery.server.ts'
import { storePicture } from '#domain/pictures/pictures.server.ts'
import { subscribe } from '#domain/newsletter/newsletter.server.ts'
import { ahead } from './ahead.ts'
import { classes } from './classes.ts'
import { daysBefore, minutesAfter, setClock } from './clock.ts'
import type { Drawings } from './drawings.ts'
import { gallery } from './gallery.ts'
import type { Company } from './join.ts'
import { subscribers } from './people.ts'
import { posts } from './posts.ts'

export const communityPictures = classes.length + posts.length + gallery.length

const staffOf = (company: Company, key: string) => {
  const person = company.staff.get(key)
  if (!person) throw new Error(`The demo has no ${key} on its staff.`)
  return person
}

export async function openClasses(now: Date, company: Company, drawings: Drawings): Promise<void> {
  const draw = ({ discipline }: (typeof classes)[number]) =>
    drawings.poster({ discipline, seed: `class-${discipline}`, ratio: '4:3' })
  for await (const [{ title, description, trainer, daysAgo }, bytes] of ahead(classes, draw)) {
    const person = staffOf(company, trainer)
    await setClock(daysBefore(now, daysAgo))
    const { id } = await storePicture(person.id, bytes)
    await createClass(person, { title, description, photo: id })
  }
}

export async function writePosts(now: Date, company: Company, drawings: Drawings): Promise<void> {
  const readers = Object.values(company.members)
  const draw = ({ discipline, author, daysAgo }: (typeof posts)[number]) =>
    drawings.poster({ discipline, seed: `post-${author}-${daysAgo}`, ratio: '4:3' })
  for await (const [{ author, daysAgo, caption, likes, dislikes }, bytes] of ahead(posts, draw)) {
    const person = staffOf(company, author)
    await setClock(daysBefore(now, daysAgo))
    const { id: photo } = await storePicture(person.id, bytes)
    const { id } = await createPost(person, { caption, photo })
    await setClock(minutesAfter(daysBefore(now, daysAgo), 90))
    for (let click = 0; click < likes + dislikes; click += 1) {
      const reader = readers[click % readers.length]
      if (reader) await clickPost(reader, id, click < likes ? 'likes' : 'dislikes')
    }
  }
}

export async function hangGallery(now: Date, company: Company, drawings: Drawings): Promise<void> {
  for (const [index, { discipline, seed, caption, alt }] of gallery.entries()) {
    await setClock(daysBefore(now, 100 - index))
    const { id } = await storePicture(
      company.admin.id,
      await drawings.poster({ discipline, seed, ratio: '4:5' }),
    )
    await addGalleryItem(company.admin, { caption, altText: alt, photo: id })
  }
}

export async function gatherSubscribers(now: Date): Promise<void> {
  for (const { name, email, daysAgo } of subscribers) {
    await setClock(daysBefore(now, daysAgo))
    await subscribe({ name, email })
  }
}
