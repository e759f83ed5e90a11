import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { readWaiverPdf } from '#domain/exports/waiver-file.server.ts'
import type { ProfileInput } from '#domain/members/members.input.ts'
import { getAccount, updateProfile } from '#domain/members/profile.server.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import {
  createAdmin,
  createBooking,
  createMember,
  createSlot,
  createTrainerWithSlots,
} from '#tests/factories.ts'
import { findHealthRecord, readHealthAnswers, withdrawHealthConsent } from './health-answers.server.ts'
import { lacksWaiver } from './required-waiver.server.ts'
import type { SignatureInput } from './waivers.input.ts'
import {
  hasSignedWaiver,
  readSignature,
  readWaiverOf,
  readWaiverOverview,
  signWaiver,
  setWaiverStep,
  writeWaiver,
} from './waivers.server.ts'

useDatabase()

let admin: Person
let reception: Person
let member: Person

beforeAll(async () => {
  admin = await createAdmin()
  reception = { ...(await createMember({ name: 'Rita Desk' })), duty: 'reception' }
  await db.updateTable('members').set({ duty: 'reception' }).where('userId', '=', reception.id).execute()
  member = await createMember({ name: 'Kofi Mensah' })
})

const network = '192.0.2.7'
const drawing = 'M10 20L30 40L50 20'

describe('signWaiver', () => {
  test('a club without a waiver asks nobody', async () => {
    expect(await hasSignedWaiver(member)).toBe(true)
    expect((await readWaiverOverview(admin)).unsigned).toEqual([])
  })

  test('a member signs the current version once, and gets a copy by letter and as PDF', async () => {
    await writeWaiver(admin, { words: 'Training is hard.\n\nI take care.' })
    await writeWaiver(admin, { words: 'Training is hard.\n\nI take care.' })
    expect(await hasSignedWaiver(member)).toBe(false)
    const sign = () =>
      signWaiver(member, member.id, { version: '1', signerName: 'Kofi Mensah', drawing }, network)
    await Promise.all([sign(), sign(), sign()])
    expect(await hasSignedWaiver(member)).toBe(true)
    expect(await readSignature(member, member.id, '1')).toMatchObject({
      signerName: 'Kofi Mensah',
      drawing,
      network,
      takenBy: null,
    })
    const letters = await db
      .selectFrom('letters')
      .where('letter', '=', 'waiver-signed')
      .select('text')
      .execute()
    expect(letters).toHaveLength(1)
    expect(letters[0]!.text).toContain('I take care.')
    const pdf = Buffer.from(await readWaiverPdf(member, member.id, '1'))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await readWaiverOverview(reception)).unsigned.map(({ name }) => name)).not.toContain(
      'Kofi Mensah',
    )
  })

  test('a new version is signed anew, and the text that was read is the text that is signed', async () => {
    await writeWaiver(admin, { words: 'Another text.' })
    expect(await hasSignedWaiver(member)).toBe(false)
    const old = signWaiver(member, member.id, { version: '1', signerName: 'Kofi' }, network)
    await expect(old).rejects.toMatchObject({ code: 'conflict' })
    expect((await readWaiverOverview(admin)).unsigned).toContainEqual(
      expect.objectContaining({ name: 'Kofi Mensah', lastVersion: 1, comesAt: null }),
    )
  })

  test('a signature of somebody else is taken by reception only', async () => {
    const child = await createMember({ name: 'Jonathan Öztürk' })
    await expect(
      signWaiver(member, child.id, { version: '2', signerName: 'Forged' }, network),
    ).rejects.toMatchObject({ code: 'forbidden' })
    await expect(readWaiverOf(member, child.id)).rejects.toMatchObject({ code: 'forbidden' })
    await signWaiver(reception, child.id, { version: '2', signerName: 'Yusuf Öztürk' }, network)
    expect(await readSignature(child, child.id, '2')).toMatchObject({
      signerName: 'Yusuf Öztürk',
      takenBy: 'Rita Desk',
    })
    await expect(writeWaiver(reception, { words: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('a drawing that is no line, and a signature without a name, are refused', async () => {
    const sign = (signerName: string, path: string) =>
      signWaiver(member, member.id, { version: '2', signerName, drawing: path }, network)
    await expect(sign('Kofi', 'M1 1"/><script>')).rejects.toMatchObject({ code: 'invalid' })
    await expect(sign(' ', drawing)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('answers about health need a consent, are read by admins and the trainer, and each look is written down', async () => {
    const { version } = await writeWaiver(admin, {
      words: 'A third text.',
      questions: 'Asthma?\n\nA bad knee?',
    })
    const ada = await createMember({ name: 'Ada Byrne' })
    const { slots, person: trainer } = await createTrainerWithSlots(1)
    const sign = (health: SignatureInput['health']) =>
      signWaiver(ada, ada.id, { version: String(version), signerName: 'Ada Byrne', health }, network)
    const answers = ['no', 'yes']
    await expect(sign({ answers, consents: false })).rejects.toMatchObject({
      errors: { healthConsent: [expect.any(String)] },
    })
    await expect(sign({ answers: ['no', null], consents: true })).rejects.toMatchObject({ code: 'invalid' })
    expect(await hasSignedWaiver(ada)).toBe(false)
    await sign({ answers, details: 'Left knee', consents: true })

    for (const stranger of [reception, member, trainer])
      expect((await rejectionOf(readHealthAnswers(stranger, ada.id))).code).toMatch(/forbidden|not-found/)
    await createBooking(slots[0]!.id, ada, 'paid')
    const expected = {
      answers: [
        { question: 'Asthma?', yes: false },
        { question: 'A bad knee?', yes: true },
      ],
      details: 'Left knee',
    }
    for (const reader of [ada, admin, trainer])
      expect(await readHealthAnswers(reader, ada.id)).toMatchObject(expected)
    const looks = await db
      .selectFrom('auditEntries')
      .where('action', '=', 'read health answers')
      .select('actorId')
      .orderBy('id')
      .execute()
    expect(looks.map(({ actorId }) => actorId)).toEqual([admin.id, trainer.id])

    await withdrawHealthConsent(ada, ada.id)
    expect(await db.selectFrom('healthAnswers').selectAll().execute()).toEqual([])
    expect(await hasSignedWaiver(ada)).toBe(true)
  })

  test('a blood group is read by others with consent only, and each look is written down', async () => {
    const ada = await createMember({ name: 'Ada Byrne' })
    const save = (profile: Partial<ProfileInput>) => updateProfile(ada, { name: 'Ada Byrne', ...profile })
    await save({ bloodGroup: 'AB-' })
    expect((await getAccount(ada, ada.email)).bloodGroup).toBe('AB-')
    expect((await getAccount(admin, ada.email)).bloodGroup).toBeNull()
    await expect(readHealthAnswers(admin, ada.id)).rejects.toMatchObject({ code: 'not-found' })
    await save({ sharesBloodGroup: true })
    expect(await readHealthAnswers(admin, ada.id)).toMatchObject({ bloodGroup: 'AB-', answers: [] })
    expect((await getAccount(admin, ada.email)).bloodGroup).toBeNull()
    const looks = await db
      .selectFrom('auditEntries')
      .where('subjectId', '=', ada.id)
      .where('action', '=', 'read health answers')
      .select('actorId')
      .execute()
    expect(looks).toEqual([{ actorId: admin.id }])
    // without a word the consent stays, and with the blood group it ends
    await save({ age: 30 })
    expect(await findHealthRecord(admin, ada.id)).toMatchObject({ hasBloodGroup: true })
    for (const withdrawn of [
      { sharesBloodGroup: false },
      { sharesBloodGroup: true, bloodGroup: '' as const },
    ]) {
      await save({ bloodGroup: 'AB-', sharesBloodGroup: true })
      await save(withdrawn)
      expect(await findHealthRecord(admin, ada.id)).toMatchObject({ hasBloodGroup: false })
    }
  })

  test('the club says before which step the waiver is needed', async () => {
    const lee = await createMember()
    const lacking = async () =>
      (
        await Promise.all(
          (['visit', 'purchase', 'sign-up'] as const).map((step) => lacksWaiver(lee.id, step)),
        )
      ).join()
    expect(await lacking()).toBe('false,false,false')
    await setWaiverStep(admin, 'visit')
    expect(await lacking()).toBe('true,false,false')
    await setWaiverStep(admin, 'purchase')
    expect(await lacking()).toBe('true,true,false')
    await expect(
      holdSlot(lee, { slotId: await createSlot(), expectedPriceCents: 5000 }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(setWaiverStep(reception, 'nothing')).rejects.toMatchObject({ code: 'forbidden' })
    await setWaiverStep(admin, 'nothing')
  })

  test('what was signed is not changed', async () => {
    await expect(
      db.updateTable('waiverSignatures').set({ signerName: 'Another' }).execute(),
    ).rejects.toMatchObject({ constraint: 'waiver_frozen' })
    await expect(db.updateTable('waivers').set({ words: 'Another' }).execute()).rejects.toMatchObject({
      constraint: 'waiver_frozen',
    })
  })
})
