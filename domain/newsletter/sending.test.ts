import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clubNow, db } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { createClass } from '#domain/classes/classes.server.ts'
import { createPost } from '#domain/forum/posts.server.ts'
import { deliverLetters } from '#domain/mail/outbox.server.ts'
import { readLetterPreferences, saveLetterPreferences } from '#domain/members/letter-preferences.server.ts'
import { setMail } from '#platform/mail.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createBooking, createMember, createMembers } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import { mailSettingsFor, startSmtpDouble } from '#tests/smtp-double.ts'
import { countReaders, listAudiences } from './audience.server.ts'
import { deleteDraft, previewNewsletter, saveNewsletter, sendTestLetter } from './drafts.server.ts'
import { getNewsletter, listNewsletters } from './issues.server.ts'
import {
  pauseNewsletter,
  resumeNewsletter,
  sendNewsletter,
  queueNewsletterLetters,
} from './sending.server.ts'
import { confirmSubscription, findUnsubscription, subscribe, unsubscribe } from './subscription.server.ts'
import { listSuggestedLinks } from './suggested-links.server.ts'

useDatabase()

let admin: Person
let server: Awaited<ReturnType<typeof startSmtpDouble>>
let answers: Record<string, string> = {}
let close = async () => {}

beforeEach(async () => {
  admin ??= await createAdmin()
  answers = {}
  server = await startSmtpDouble({ refuse: (address) => answers[address] ?? null })
  const mail = mailSettingsFor(server.smtpUrl)
  setMail(mail)
  close = async () => {
    mail.close()
    await server.close()
  }
})

afterEach(async () => {
  await close()
  for (const table of ['letters', 'newsletters', 'subscribers'] as const) await db.deleteFrom(table).execute()
})

/** Creates confirmed subscribers and an unconfirmed one. */
async function gatherReaders(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `reader-${index}@club.example`)
  await db
    .insertInto('subscribers')
    .values(emails.map((email) => ({ name: '', email, confirmedAt: clubNow })))
    .execute()
  await subscribe({ email: 'undecided@club.example' })
  await db.deleteFrom('letters').execute()
  return emails
}

const words = 'Come on Wednesday.\n\n[See the classes](/classes)'
const draft = async () => (await saveNewsletter(admin, null, { subject: 'One place is free', words })).id

const keyOf = async (email: string) =>
  (await db.selectFrom('subscribers').where('email', '=', email).select('key').executeTakeFirstOrThrow()).key

const readersIn = async () => (await server.letters()).map(({ to }) => to?.[0]?.address ?? '').toSorted()

describe('weekly newsletter', () => {
  test('reaches everybody who confirmed, once, with the way to leave in its headers', async () => {
    const emails = await gatherReaders(120)
    expect(await countReaders(admin)).toBe(emails.length)
    const id = await draft()
    await sendNewsletter(admin, id)
    // the job runs twice at once, as after a worker that seemed dead
    await Promise.all([
      queueNewsletterLetters({ newsletterId: id }),
      queueNewsletterLetters({ newsletterId: id }),
    ])
    await Promise.all([deliverLetters(), deliverLetters()])
    expect(await readersIn()).toEqual(emails.toSorted())
    const [letter] = await server.letters()
    const url = `http://localhost:3000/unsubscribe?key=${await keyOf(letter?.to?.[0]?.address ?? '')}`
    const header = (name: string) => letter?.headers.find(({ key }) => key === name)?.value
    expect(header('list-id')).toBe('<weekly-letter.localhost>')
    expect(header('list-unsubscribe')).toBe(`<${url}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(letter?.text).toContain(url)
    expect(letter?.html).toContain('href="http://localhost:3000/classes"')
    expect(await getNewsletter(admin, id)).toMatchObject({
      sent: emails.length,
      waiting: 0,
      failed: 0,
      isWritten: true,
    })
    expect((await rejectionOf(sendNewsletter(admin, id))).code).toBe('conflict')
    expect((await rejectionOf(saveNewsletter(admin, id, { subject: 'Other', words }))).code).toBe('conflict')
    expect((await rejectionOf(deleteDraft(admin, id))).code).toBe('conflict')
  })

  test('is held back while it is paused, and goes on where it was', async () => {
    await gatherReaders(5)
    const id = await draft()
    await sendNewsletter(admin, id)
    await pauseNewsletter(admin, id)
    await queueNewsletterLetters({ newsletterId: id })
    await deliverLetters()
    expect(await readersIn()).toEqual([])
    expect(await getNewsletter(admin, id)).toMatchObject({ state: 'paused', waiting: 5, sent: 0 })
    expect((await rejectionOf(pauseNewsletter(admin, id))).code).toBe('conflict')
    await resumeNewsletter(admin, id)
    await deliverLetters()
    expect(await readersIn()).toHaveLength(5)
    // all letters are delivered
    expect((await rejectionOf(pauseNewsletter(admin, id))).message).toMatch('Too late to pause it')
    expect(await getNewsletter(admin, id)).toMatchObject({ state: 'sending' })
  })

  test('goes no more to an address that does not exist, nor to whoever left meanwhile, but again to a full mailbox', async () => {
    const [gone = '', full = '', left = '', ...others] = await gatherReaders(5)
    answers = { [gone]: '550 5.1.1 Nobody here.', [full]: '452 4.2.2 The mailbox is full.' }
    const first = await draft()
    await sendNewsletter(admin, first)
    await queueNewsletterLetters({ newsletterId: first })
    // the last attempt, a day later
    await db.updateTable('letters').set({ tries: 29 }).where('email', '=', full).execute()
    await deliverLetters()
    expect(await getNewsletter(admin, first)).toMatchObject({ sent: 3, failed: 2 })
    answers = {}
    const second = await draft()
    await sendNewsletter(admin, second)
    await queueNewsletterLetters({ newsletterId: second })
    await unsubscribe(await keyOf(left))
    await deliverLetters()
    expect(await readersIn()).toEqual([left, full, ...others, ...others].toSorted())
    expect(await getNewsletter(admin, first)).toMatchObject({ unsubscribed: 1 })
    expect((await listNewsletters(admin)).items.map(({ id }) => id)).toEqual([second, first])
  })

  test('is tried out by its writer first: a change asks for a new test', async () => {
    const id = await draft()
    expect(await sendTestLetter(admin, id)).toEqual({ email: admin.email })
    expect((await getNewsletter(admin, id)).testedAt).not.toBeNull()
    await saveNewsletter(admin, id, { subject: 'One place is free', words })
    expect((await getNewsletter(admin, id)).testedAt).not.toBeNull()
    await saveNewsletter(admin, id, { subject: 'Two places are free', words })
    expect((await getNewsletter(admin, id)).testedAt).toBeNull()
    expect((await previewNewsletter(admin, id)).html).toContain('Two places are free')
    await deliverLetters()
    expect((await server.letters()).map(({ subject }) => subject)).toEqual(['Test: One place is free'])
    await deleteDraft(admin, id)
    expect((await rejectionOf(getNewsletter(admin, id))).code).toBe('not-found')
  })

  test('has in its test the whole of the longest subject', async () => {
    const subject = 'A long one! '.repeat(10).padEnd(bounds.newsletterSubject.most, '!').trim()
    const { id } = await saveNewsletter(admin, null, { subject, words })
    await sendTestLetter(admin, id)
    await deliverLetters()
    expect((await server.letters()).map((letter) => letter.subject)).toEqual([`Test: ${subject}`])
  })

  test('shows one picture by its own address, and to whoever sees none what it shows', async () => {
    const [photo, another] = [await insertPicture(admin.id), await insertPicture((await createMember()).id)]
    await gatherReaders(1)
    const letter = { subject: 'Rings', words, altText: 'White rings' }
    const draftOf = async (fields: object) => (await saveNewsletter(admin, null, { ...letter, ...fields })).id
    expect((await rejectionOf(draftOf({ photo, altText: ' ' }))).errors).toEqual({
      altText: ['Describe what the picture shows.'],
    })
    expect((await rejectionOf(draftOf({ photo: another }))).code).toBe('invalid')
    const id = await draftOf({ photo })
    await sendTestLetter(admin, id)
    // another admin may keep the picture
    await saveNewsletter(await createAdmin(), id, { ...letter, photo })
    expect((await getNewsletter(admin, id)).testedAt).not.toBeNull()
    await sendNewsletter(admin, id)
    await queueNewsletterLetters({ newsletterId: id })
    await deliverLetters()
    const letters = await server.letters()
    expect(letters).toHaveLength(2)
    for (const { html, text } of letters) {
      expect(html).toContain(`src="http://localhost:3000/images/${photo}/800.jpg"`)
      expect(html).toContain('alt="White rings"')
      expect(text).toContain('[White rings]')
    }
    const without = await draftOf({ photo })
    await sendTestLetter(admin, without)
    await saveNewsletter(admin, without, letter)
    expect(await getNewsletter(admin, without)).toMatchObject({ picture: null, altText: '', testedAt: null })
  })

  test('leads to classes and posts that are chosen from a list', async () => {
    const { actor } = await addTrainer()
    const photo = await insertPicture(actor.id)
    const { id } = await createClass(actor, { title: 'Reformer [Room]', description: 'Rings.', photo })
    const post = await createPost(actor, { caption: 'Nobody filmed it.', photo })
    expect(await listSuggestedLinks(admin)).toEqual([
      { to: 'Class: Reformer [Room]', line: `[See Reformer (Room)](/classes/${id})` },
      {
        to: 'Post by Mira Okafor: Nobody filmed it.',
        line: `[Read what Mira Okafor wrote](/forums?post=${post.id})`,
      },
    ])
  })

  test('is for admins only', async () => {
    const id = await draft()
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [(await addTrainer()).actor, 'forbidden'],
    ] as const)
      for (const asked of [
        () => saveNewsletter(actor, null, { subject: 'x', words }),
        () => getNewsletter(actor, id),
        () => listNewsletters(actor),
        () => countReaders(actor),
        () => listAudiences(actor),
        () => listSuggestedLinks(actor),
        () => previewNewsletter(actor, id),
        () => sendTestLetter(actor, id),
        () => sendNewsletter(actor, id),
        () => pauseNewsletter(actor, id),
        () => resumeNewsletter(actor, id),
        () => deleteDraft(actor, id),
      ])
        expect((await rejectionOf(asked())).code).toBe(code)
  })
})

describe('an announcement', () => {
  test('reaches each member with a running month once, or those of one trainer, unless it was switched off', async () => {
    const [mira, yuki] = [await addTrainer('Mira Okafor'), await addTrainer('Yuki Tanabe')]
    const [both, ofMira, unwilling, unproved, former] = await createMembers(5)
    await createBooking(mira.slotIds[0] ?? '', both!, 'paid')
    await createBooking(yuki.slotIds[0] ?? '', both!, 'paid')
    await createBooking(mira.slotIds[1] ?? '', ofMira!, 'paid')
    await createBooking(yuki.slotIds[1] ?? '', unwilling!, 'paid')
    await createBooking(yuki.slotIds[2] ?? '', unproved!, 'paid')
    await createBooking(mira.slotIds[2] ?? '', former!, 'ended')
    await saveLetterPreferences(unwilling!, ['reminders'])
    await db.updateTable('users').set({ emailVerified: false }).where('id', '=', unproved!.id).execute()
    await gatherReaders(1)
    const counted = (await listAudiences(admin)).audiences.filter(
      ({ trainer }) => !trainer || [mira.trainerId, yuki.trainerId].includes(trainer.id),
    )
    expect(counted.map(({ audience, trainer, people }) => [audience, trainer?.name, people])).toEqual([
      ['subscribers', undefined, 1],
      ['members', undefined, 2],
      ['members', 'Mira Okafor', 2],
      ['members', 'Yuki Tanabe', 1],
    ])
    const offered = async (asked: { search: string; trainerId?: string; trainersOffered?: number }) =>
      (await listAudiences(admin, asked)).audiences.slice(2).map(({ trainer }) => trainer?.name)
    expect(await offered({ search: ' yuki' })).toEqual(['Yuki Tanabe'])
    expect(await offered({ search: '', trainerId: yuki.trainerId, trainersOffered: 1 })).toEqual([
      'Yuki Tanabe',
    ])
    expect(await offered({ search: '', trainersOffered: 1 })).toEqual(['Mira Okafor'])
    expect(await offered({ search: 'MIRA o', trainerId: yuki.trainerId })).toEqual([
      'Yuki Tanabe',
      'Mira Okafor',
    ])
    expect(await offered({ search: 'nobody', trainerId: '\0' })).toEqual([])
    const isMore = async (trainersOffered: number) => (await listAudiences(admin, { trainersOffered })).isMore
    expect([await isMore(1), await isMore(2)]).toEqual([true, false])
    const send = async (audience: string) => {
      const { id } = await saveNewsletter(admin, null, { subject: 'Warm again', words, audience })
      await sendNewsletter(admin, id)
      await Promise.all([
        queueNewsletterLetters({ newsletterId: id }),
        queueNewsletterLetters({ newsletterId: id }),
      ])
      await deliverLetters()
      return (await server.letters()).slice(-(await getNewsletter(admin, id)).sent)
    }
    const toAll = await send('members')
    const reached = toAll.map(({ to }) => to?.[0]?.address)
    expect(reached).toHaveLength(2)
    expect(new Set(reached)).toEqual(new Set([both!.email, ofMira!.email]))
    expect(toAll[0]?.text).toContain('You get this because you have a month at')
    const toYukis = await send(yuki.trainerId)
    expect(toYukis.map(({ to }) => to?.[0]?.address)).toEqual([both!.email])
    expect(toYukis[0]?.text).toContain('You get this because you train with Yuki Tanabe.')
    const nobodys = saveNewsletter(admin, null, { subject: 'Warm', words, audience: crypto.randomUUID() })
    expect((await rejectionOf(nobodys)).errors).toEqual({ audience: ['Choose who gets the letter.'] })

    // by the link in its header, without signing in; the weekly letter is another thing
    const url = toYukis[0]?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    const key = /key=([\w-]+)/.exec(url)?.[1] ?? ''
    expect(await findUnsubscription(key)).toEqual({
      email: both!.email,
      letter: 'announcement',
      isOver: false,
    })
    await subscribe({ email: both!.email })
    await confirmSubscription(await keyOf(both!.email))
    const weekly = await draft()
    await sendNewsletter(admin, weekly)
    await queueNewsletterLetters({ newsletterId: weekly })
    await unsubscribe(key)
    await unsubscribe(key)
    expect(await readLetterPreferences(both!)).toEqual(['reminders'])
    expect(await findUnsubscription(key)).toMatchObject({ isOver: true })
    expect((await getNewsletter(admin, weekly)).waiting).toBe(2)
    const [, latest] = (await listNewsletters(admin)).items
    expect(latest).toMatchObject({ trainer: { name: 'Yuki Tanabe' }, unsubscribed: 1 })
    expect((await send('members')).map(({ to }) => to?.[0]?.address)).toEqual([ofMira!.email])
  })
})
