import { clubNow, db } from '#db/client.ts'
import { createClass } from '#domain/classes/classes.server.ts'
import { clickPost } from '#domain/forum/clicks.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { addGalleryItem } from '#domain/gallery/gallery.server.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { savePicture } from '#domain/pictures/pictures.server.ts'
import { classes } from './classes.ts'
import { daysBefore, minutesAfter, setClock } from './clock.ts'
import { gallery } from './gallery.ts'
import { members, subscribers, type MemberName } from './people.ts'
import { classPicture, galleryPicture, postPicture } from './pictures.ts'
import { posts } from './posts.ts'
import type { DemoPictures } from './read-pictures.ts'
import type { DemoPeople } from './sign-ups.ts'

const requireStaff = (company: DemoPeople, key: string) => {
  const person = company.staff.get(key)
  if (!person) throw new Error(`The demo has no ${key} on its staff.`)
  return person
}

export async function seedClasses(now: Date, company: DemoPeople, pictures: DemoPictures): Promise<void> {
  for (const each of classes) {
    const { title, description, trainer, daysAgo } = each
    const person = requireStaff(company, trainer)
    await setClock(daysBefore(now, daysAgo))
    const { id } = await savePicture(person.id, await pictures(classPicture(each).name))
    await createClass(person, { title, description, photo: id })
  }
}

export async function seedPosts(now: Date, company: DemoPeople, pictures: DemoPictures): Promise<void> {
  for (const each of posts) {
    const { author, daysAgo, caption, likes, dislikes } = each
    const readers = Object.entries(members)
      .filter(([, { joinedDaysAgo }]) => joinedDaysAgo > daysAgo)
      .map(([name]) => company.members[name as MemberName])
    const person = requireStaff(company, author)
    await setClock(daysBefore(now, daysAgo))
    const { id: photo } = await savePicture(person.id, await pictures(postPicture(each).name))
    const { id } = await createPost(person, { caption, photo })
    await setClock(minutesAfter(daysBefore(now, daysAgo), 90))
    for (let click = 0; click < likes + dislikes; click += 1) {
      const reader = readers[click % readers.length]
      if (reader) await clickPost(reader, id, click < likes ? 'likes' : 'dislikes')
    }
  }
}

export async function seedGallery(now: Date, company: DemoPeople, pictures: DemoPictures): Promise<void> {
  for (const [index, each] of gallery.entries()) {
    await setClock(daysBefore(now, 100 - index))
    const { id } = await savePicture(company.admin.id, await pictures(galleryPicture(each).name))
    await addGalleryItem(company.admin, { caption: each.caption, altText: each.alt, photo: id })
  }
}

export async function seedSubscribers(now: Date): Promise<void> {
  for (const { name, email, daysAgo } of subscribers) {
    await setClock(daysBefore(now, daysAgo))
    const { id } = await subscribe({ name, email })
    // the newest subscriber has not confirmed yet
    if (daysAgo > 2)
      await db.updateTable('subscribers').set({ confirmedAt: clubNow }).where('id', '=', id).execute()
  }
}
