import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import type { Person } from '#domain/actor.ts'
import { readWaiverPdf } from '#domain/exports/waiver-file.server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import {
  hasSignedWaiver,
  readSignature,
  readWaiverOf,
  readWaiverOverview,
  signWaiver,
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

  test('what was signed is not changed', async () => {
    await expect(
      db.updateTable('waiverSignatures').set({ signerName: 'Another' }).execute(),
    ).rejects.toMatchObject({ constraint: 'waiver_frozen' })
    await expect(db.updateTable('waivers').set({ words: 'Another' }).execute()).rejects.toMatchObject({
      constraint: 'waiver_frozen',
    })
  })
})
