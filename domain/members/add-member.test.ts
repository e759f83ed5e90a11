import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db, transaction } from '#db/client.ts'
import { visitor } from '#domain/actor.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createBooking, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { addMember } from './add-member.server.ts'
import { sendVerificationLetter } from './email-address.server.ts'
import { addMemberNote, listMemberNotes, removeMemberNote } from './notes.server.ts'
import { readTrainee } from './trainees.server.ts'

useDatabase()

const otto2 = { name: 'Otto Brandt' }

const otto = {
  name: 'Otto Brandt',
  telephone: '+49 30 123456',
  birthDate: '1938-05-31',
  memberNumber: 'A-17',
  postalAddress: 'Lindenweg 3\n10115 Berlin',
  emergencyContact: 'Daughter Anja, +49 30 654321',
  preferredName: 'Herr Brandt',
  language: 'de',
  tags: 'morning, ground floor, morning',
  note: 'Bad left knee.',
}

const rowOf = (id: string) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .where('users.id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()

describe('notes', () => {
  test('a note is written once, read by the office, and its words stay in the audit log when it is removed', async () => {
    const admin = await createAdmin()
    const { id } = await addMember(admin, { name: 'Otto Brandt' })
    for (const words of ['Has key 14.', ' Has key 14. ']) await addMemberNote(admin, id, { words })
    const notes = await listMemberNotes(admin, id)
    expect(notes).toMatchObject([{ words: 'Has key 14.', author: admin.name }])
    for (const _ of [1, 2]) await removeMemberNote(admin, id, notes[0]!.id)
    expect(await listMemberNotes(admin, id)).toEqual([])
    const acts = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', id)
      .where('action', '=', 'remove note')
      .selectAll()
      .execute()
    expect(acts).toMatchObject([{ before: { reason: 'Has key 14.' } }])
  })

  test('a trainer writes notes of the members they train, and reads those of trainers only', async () => {
    const [admin, member] = [await createAdmin(), await createMember()]
    const { person: trainer, slots } = await createTrainerWithSlots(1)
    await addMemberNote(admin, member.id, { words: 'Pays late.' })
    const write = () => addMemberNote(trainer, member.id, { words: 'Likes kettlebells.' })
    expect(await rejectionOf(write())).toMatchObject({ code: 'not-found' })
    expect(await rejectionOf(readTrainee(trainer, member.id))).toMatchObject({ code: 'not-found' })
    await createBooking(slots[0]!.id, member, 'paid')
    await write()
    expect(await readTrainee(trainer, member.id)).toMatchObject({ id: member.id, isChild: false })
    expect((await listMemberNotes(trainer, member.id)).map(({ words }) => words)).toEqual([
      'Likes kettlebells.',
    ])
    const [own, office] = await listMemberNotes(admin, member.id)
    expect([own, office]).toMatchObject([{ byTrainer: true, author: trainer.name }, { byTrainer: false }])
    await removeMemberNote(trainer, member.id, office!.id)
    expect(await listMemberNotes(admin, member.id)).toHaveLength(2)
  })

  test('a note of another person is not removed, and members read none', async () => {
    const admin = await createAdmin()
    const [one, other] = [await addMember(admin, otto2), await addMember(admin, otto2)]
    await addMemberNote(admin, one.id, { words: 'Calls at five.' })
    const [note] = await listMemberNotes(admin, one.id)
    await removeMemberNote(admin, other.id, note!.id)
    expect(await listMemberNotes(admin, one.id)).toHaveLength(1)
    expect(await rejectionOf(listMemberNotes(await createMember(), one.id))).toMatchObject({
      code: 'forbidden',
    })
    expect(await rejectionOf(addMemberNote(admin, one.id, { words: ' ' }))).toMatchObject({ code: 'invalid' })
  })
})

describe('addMember', () => {
  test('a name is enough for a member without an email and without a sign-in', async () => {
    const { id, made } = await addMember(await createAdmin(), { name: 'Otto Brandt' })
    expect(made).toBe(true)
    expect(await rowOf(id)).toMatchObject({
      name: 'Otto Brandt',
      email: null,
      emailVerified: false,
      role: 'member',
      contactEmail: '',
    })
    expect(await db.selectFrom('accounts').where('userId', '=', id).selectAll().execute()).toEqual([])
    expect(await db.selectFrom('letters').where('userId', '=', id).selectAll().execute()).toEqual([])
  })

  test('everything the office knows is recorded, and the audit log names who did it, without the values', async () => {
    const admin = await createAdmin()
    const { id } = await addMember(admin, otto)
    const { note, tags: _, ...facts } = otto
    expect(await rowOf(id)).toMatchObject({ ...facts, tags: ['morning', 'ground floor'] })
    const notes = await db.selectFrom('memberNotes').where('memberId', '=', id).selectAll().execute()
    expect(notes).toMatchObject([{ words: note, writtenBy: admin.id, byTrainer: false }])
    const audit = await db.selectFrom('auditEntries').where('subjectId', '=', id).selectAll().execute()
    expect(audit).toMatchObject([{ action: 'add member', actorId: admin.id, before: null, after: null }])
  })

  test('a family shares one contact address, also with the sign-in of one of them', async () => {
    const admin = await createAdmin()
    const parent = await createMember()
    for (const name of ['Kofi Mensah', 'Esi Mensah']) {
      const { id } = await addMember(admin, { name, contactEmail: parent.email.toUpperCase() })
      expect(await rowOf(id)).toMatchObject({ contactEmail: parent.email, email: null })
    }
  })

  test('a consent subscribes the contact address, and its day and origin stay', async () => {
    const admin = await createAdmin()
    const contactEmail = `${randomUUID()}@club.example`
    const newsletterConsent = { on: '2024-03-01', origin: 'Sign-up sheet' }
    const { id } = await addMember(admin, { name: 'Otto Brandt', contactEmail, newsletterConsent })
    expect(await rowOf(id)).toMatchObject({
      newsletterConsentOn: '2024-03-01',
      newsletterConsentOrigin: 'Sign-up sheet',
    })
    const reader = await db
      .selectFrom('subscribers')
      .where('email', '=', contactEmail)
      .select('confirmedAt')
      .executeTakeFirstOrThrow()
    expect(reader.confirmedAt).not.toBeNull()
  })

  test('the same form sent twice, also at once, adds one member', async () => {
    const admin = await createAdmin()
    const id = randomUUID()
    const sent = await Promise.all([1, 2, 3].map(() => addMember(admin, { ...otto, memberNumber: '', id })))
    expect(sent.map((each) => each.id)).toEqual([id, id, id])
    expect(sent.filter(({ made }) => made)).toHaveLength(1)
  })

  test('a member number belongs to one member', async () => {
    const admin = await createAdmin()
    await addMember(admin, { name: 'Otto Brandt', memberNumber: 'B-1' })
    const refused = await rejectionOf(addMember(admin, { name: 'Esi Mensah', memberNumber: ' B-1 ' }))
    expect(refused).toMatchObject({
      code: 'conflict',
      errors: { memberNumber: ['Another member has this number.'] },
    })
  })

  test('wrong fields are named together, and nothing is written', async () => {
    const admin = await createAdmin()
    const before = await db
      .selectFrom('members')
      .select((eb) => eb.fn.countAll().as('many'))
      .executeTakeFirst()
    const wrong = {
      name: '',
      telephone: 'call me',
      birthDate: '31.05.1938',
      contactEmail: 'otto@',
      language: 'Deutsch und so',
      memberNumber: 'x'.repeat(41),
    }
    const refused = await rejectionOf(addMember(admin, wrong))
    expect(refused).toMatchObject({ code: 'invalid' })
    expect(Object.keys(refused.errors ?? {}).sort()).toEqual(Object.keys(wrong).sort())
    const day = await sql<{ day: string }>`select (club_today() + 1)::text as day`.execute(db)
    const future = await rejectionOf(addMember(admin, { name: 'Otto', birthDate: day.rows[0]?.day ?? '' }))
    expect(future).toMatchObject({ errors: { birthDate: ['This day is still to come.'] } })
    expect(
      await db
        .selectFrom('members')
        .select((eb) => eb.fn.countAll().as('many'))
        .executeTakeFirst(),
    ).toEqual(before)
  })

  test('members and visitors add nobody', async () => {
    expect(await rejectionOf(addMember(await createMember(), otto))).toMatchObject({ code: 'forbidden' })
    expect(await rejectionOf(addMember(visitor, otto))).toMatchObject({ code: 'unauthenticated' })
  })

  test('the desk is asked about people who may be the same, and adds somebody new only then', async () => {
    const admin = await createAdmin()
    const anneliese = { name: 'Anneliese Dünnebier', telephone: '+49 170 1234567', birthDate: '1961-03-12' }
    const { id } = await addMember(admin, anneliese)
    const alike = [
      { name: 'Annelies D.', telephone: '0170 1234567' },
      { name: 'anneliese dunnebier' },
      { name: 'Anneliese Krämer', birthDate: '1961-03-12' },
    ]
    for (const walkIn of alike) {
      const refused = await rejectionOf(addMember(admin, { ...walkIn, asksAboutSimilar: true }))
      expect(refused).toMatchObject({ code: 'conflict', facts: { similar: [{ id, name: anneliese.name }] } })
    }
    const other = { name: 'Wilhelm Dünnebier', birthDate: '1961-03-13', asksAboutSimilar: true }
    expect((await addMember(admin, other)).made).toBe(true)
    expect((await addMember(admin, alike[0]!)).made).toBe(true)
  })

  test('nothing asks a person without an email to confirm one', async () => {
    const { id } = await addMember(await createAdmin(), { name: 'Otto Brandt' })
    await transaction((trx) => sendVerificationLetter(trx, id))
    expect(await db.selectFrom('letters').where('userId', '=', id).selectAll().execute()).toEqual([])
  })
})
