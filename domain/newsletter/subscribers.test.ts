import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { evictClub } from '#domain/club/club.server.ts'
import { csvFile } from '#domain/tables/csv-file.rules.ts'
import { inLanguage } from '#messages/t.ts'
import { useDatabase } from '#tests/database.ts'
import { addTrainer, createAdmin, createMember } from '#tests/factories.ts'
import { findPendingReaders } from './audience.server.ts'
import { deleteSubscriber, listSubscribers, subscribersTable } from './subscribers.server.ts'
import { confirmSubscription, findSubscription, subscribe, unsubscribe } from './subscription.server.ts'

useDatabase()

describe('subscribe', () => {
  test('to the newsletter answers alike whether the address is new or known', async () => {
    const first = await subscribe({ name: 'Ada', email: ' Ada@Club.example ' })
    const again = await subscribe({ name: 'Somebody Else', email: 'ADA@club.example' })
    expect(again).toEqual({ id: first.id, name: 'Somebody Else' })
    const kept = await db.selectFrom('subscribers').select(['name', 'email']).execute()
    expect(kept).toEqual([{ name: 'Ada', email: 'ada@club.example' }])
    const ids = await Promise.all([1, 2, 3, 4].map(() => subscribe({ name: 'Bo', email: 'bo@club.example' })))
    expect(new Set(ids.map((each) => each.id)).size).toBe(1)
  })

  test.each([
    [{}, { email: ['Email is required'] }],
    [{ name: 'Ada', email: 'ada' }, { email: ['This isn’t an email address.'] }],
    [
      { name: 'Ada', email: 'a@b.example\r\nBcc: x@y.example' },
      { email: ['Line breaks aren’t allowed here.'] },
    ],
    [{ name: 'Ada', email: 'a@b.example\n' }, { email: ['Line breaks aren’t allowed here.'] }],
    [
      { name: 'Ada\r\nBcc: x@y.example', email: 'a@b.example' },
      { name: ['Line breaks aren’t allowed here.'] },
    ],
    [{ name: 'x'.repeat(101), email: 'a@b.example' }, { name: ['Name must have at most 100 characters.'] }],
    [{ name: 'Ada', email: `${'x'.repeat(300)}@b.example` }, { email: ['This isn’t an email address.'] }],
    [{ name: 'Ada', email: 'javascript:alert(1)' }, { email: ['This isn’t an email address.'] }],
    [
      { name: ['Ada'], email: { a: 1 } },
      { name: ['Name is required'], email: ['Email is required'] },
    ],
  ])('with %j is refused', async (input, errors) => {
    await expect(subscribe(input as never)).rejects.toMatchObject({ code: 'invalid', errors })
  })
})

test('the letters of a subscriber are in the language of the page on which they subscribed', async () => {
  await db
    .updateTable('club')
    .set({ otherLanguages: ['de'] })
    .execute()
  evictClub()
  const email = 'lotte@club.example'
  await inLanguage('de', () => subscribe({ name: 'Lotte', email }))
  const key = await db
    .selectFrom('subscribers')
    .where('email', '=', email)
    .select('key')
    .executeTakeFirstOrThrow()
  await confirmSubscription(key.key)
  const [reader] = await transaction((trx) =>
    findPendingReaders(trx, randomUUID(), { audience: 'subscribers', trainer: null }),
  )
  expect(reader?.to).toEqual({ name: 'Lotte', email, language: 'de' })
  const letters = await db.selectFrom('letters').where('email', '=', email).select('html').execute()
  expect(letters.map(({ html }) => html?.includes('<html lang="de">'))).toEqual([true])
  await db.deleteFrom('subscribers').where('email', '=', email).execute()
  await db.updateTable('club').set({ otherLanguages: [] }).execute()
  evictClub()
})

describe('newsletter subscription', () => {
  const keyOf = async (email: string) =>
    (
      await db
        .selectFrom('subscribers')
        .where('email', '=', email)
        .select(['key', 'confirmedAt'])
        .executeTakeFirst()
    )?.key ?? ''
  const lettersTo = (email: string) =>
    db.selectFrom('letters').where('email', '=', email).select(['letter', 'text']).execute()

  test('counts once its address was confirmed by the link in a letter, which asks once a day at most', async () => {
    const email = 'dora@club.example'
    await subscribe({ email })
    await subscribe({ name: 'Dora', email })
    const letters = await lettersTo(email)
    expect(letters).toMatchObject([{ letter: 'confirm-newsletter' }])
    const key = await keyOf(email)
    expect(letters[0]?.text).toContain(`/confirmLetter?key=${key}`)
    expect(await findSubscription(key)).toEqual({ email, isConfirmed: false })
    await confirmSubscription(key)
    await confirmSubscription(key)
    expect(await findSubscription(key)).toEqual({ email, isConfirmed: true })
  })

  test('ends by its key, and takes name and address along', async () => {
    const email = 'emma@club.example'
    await subscribe({ email })
    const key = await keyOf(email)
    await unsubscribe(key)
    await unsubscribe(key)
    expect(await findSubscription(key)).toBeNull()
    await expect(confirmSubscription(key)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('is opened by no guess', async () => {
    for (const key of ['', 'x', "' or true --", '00000000-0000-4000-8000-000000000000']) {
      expect(await findSubscription(key)).toBeNull()
      await expect(confirmSubscription(key)).rejects.toMatchObject({ code: 'invalid' })
      await unsubscribe(key)
    }
  })
})

describe('subscriber list', () => {
  test('are listed newest first, searched and deleted by admins, leaving no address behind', async () => {
    const admin = await createAdmin()
    const { id } = await subscribe({ name: 'Zoë 100% _', email: 'zoe@club.example' })
    expect((await listSubscribers(admin)).items[0]).toMatchObject({ id, email: 'zoe@club.example' })
    for (const search of ['ZOË', 'zoe@', '100%', '%', '_', ' zoe@club.example\u0000'])
      expect((await listSubscribers(admin, { search })).items.map((each) => each.id)).toEqual([id])
    expect(await listSubscribers(admin, { search: 'nobody' })).toEqual({ items: [], total: 0, isMore: false })
    const all = await listSubscribers(admin, { limit: 1, offset: 1 })
    expect([all.items.length, all.total]).toEqual([1, 4])
    expect(await deleteSubscriber(admin, id)).toEqual({ count: 1 })
    expect(await deleteSubscriber(admin, id)).toEqual({ count: 0 })
    await expect(deleteSubscriber(admin, 'abc')).rejects.toMatchObject({ code: 'not-found' })
    const audit = await db.selectFrom('auditEntries').selectAll().where('subjectId', '=', id).execute()
    expect(audit).toMatchObject([{ actorId: admin.id, action: 'delete subscriber' }])
    expect(JSON.stringify(audit)).not.toContain('zoe')
  })

  test('are found among thousands, and come as a file a thousand at a time, with formulas disarmed', async () => {
    const admin = await createAdmin()
    const { id: early } = await subscribe({ name: 'Żaneta', email: 'early@club.example' })
    const rows = Array.from({ length: 3100 }, (_, index) => ({
      name: `Person ${index}`,
      email: `p${index}@club.example`,
    }))
    for (let first = 0; first < rows.length; first += 500)
      await db
        .insertInto('subscribers')
        .values(rows.slice(first, first + 500))
        .execute()
    await subscribe({ name: '=HYPERLINK("https://evil.example")', email: 'evil@club.example' })
    const text = await new Response(csvFile(await subscribersTable(admin), 'program')).text()
    const lines = text.trimEnd().split('\r\n')
    const { total } = await listSubscribers(admin)
    for (const search of ['żanet', 'ż', 'arly@'])
      expect(await listSubscribers(admin, { search })).toMatchObject({ items: [{ id: early }], total: 1 })
    const many = await listSubscribers(admin, { search: 'person', offset: 975, limit: 25 })
    expect([many.items.length, many.total, many.isMore]).toEqual([25, 1000, true])
    const last = await listSubscribers(admin, { offset: total - 1 })
    expect([last.items.length, last.total]).toEqual([1, total])
    expect(lines[0]).toBe('Name,Email,Subscribed on,Subscribed at,Confirmed on,Confirmed at,Id')
    expect(lines).toHaveLength(total + 1)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  })

  test('are for admins only', async () => {
    for (const [actor, code] of [
      [visitor, 'unauthenticated'],
      [await createMember(), 'forbidden'],
      [(await addTrainer()).actor, 'forbidden'],
    ] as const) {
      await expect(listSubscribers(actor)).rejects.toMatchObject({ code })
      await expect(deleteSubscriber(actor, 'x')).rejects.toMatchObject({ code })
      await expect(subscribersTable(actor)).rejects.toMatchObject({ code })
    }
  })
})
