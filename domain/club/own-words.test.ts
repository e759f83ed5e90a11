import { beforeAll, describe, expect, test } from 'vitest'
import { db, pool } from '#db/client.ts'
import { visitor, type Person } from '#domain/actor.ts'
import { getClass } from '#domain/classes/classes.server.ts'
import { readSignature, readWaiverOf, signWaiver, writeWaiver } from '#domain/waivers/waivers.server.ts'
import { inLanguage } from '#messages/t.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { addClass } from '#tests/class-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { evictClub, readClubCopy } from './club.server.ts'
import { readOwnTexts, saveOwnWords, versionOfWords } from './own-words.server.ts'

useDatabase()
let admin: Person
beforeAll(async () => {
  admin = await createAdmin()
  await pool.query(`update club set other_languages = '{de}', about = 'We began in 2005.'`)
  evictClub()
  await readClubCopy()
})

/** Saves words by the texts that they translate. */
async function translate(words: Record<string, string>, language = 'de') {
  const texts = await readOwnTexts(admin, language)
  const typed = texts.flatMap(({ key, source }) => (source in words ? [[key, words[source]!] as const] : []))
  return saveOwnWords(admin, language, new Map(typed))
}

const aboutIn = (language: 'en' | 'de') => inLanguage(language, async () => (await readClubCopy()).about)

describe('the club’s own words', () => {
  test('are read in the language of the page, and as they were written where words are missing', async () => {
    expect(await aboutIn('de')).toBe('We began in 2005.')
    expect(await translate({ 'We began in 2005.': 'Es begann 2005.' })).toEqual({ changed: 1 })
    expect(await aboutIn('de')).toBe('Es begann 2005.')
    expect(await aboutIn('en')).toBe('We began in 2005.')
    expect(await translate({ 'We began in 2005.': 'Es begann 2005.' })).toEqual({ changed: 0 })
    const audit = db.selectFrom('auditEntries').where('action', '=', 'translate club').select('after')
    expect(await audit.execute()).toEqual([{ after: { language: 'de', texts: 1 } }])
    await translate({ 'We began in 2005.': ' ' })
    expect(await aboutIn('de')).toBe('We began in 2005.')
  })

  test('are missing again once the text changed, and there again when it changes back', async () => {
    await translate({ 'We began in 2005.': 'Es begann 2005.' })
    await pool.query(`update club set about = 'We began in 1999.'`)
    evictClub()
    expect(await aboutIn('de')).toBe('We began in 1999.')
    expect(
      (await readOwnTexts(admin, 'de')).find(({ source }) => source === 'We began in 1999.')?.words,
    ).toBe('')
    await pool.query(`update club set about = 'We began in 2005.'`)
    evictClub()
    expect(await aboutIn('de')).toBe('Es begann 2005.')
  })

  test('are not replaced by a window that was opened before another saved', async () => {
    const [first] = await readOwnTexts(admin, 'de')
    const save = (words: string, version: string) =>
      saveOwnWords(admin, 'de', new Map([[first!.key, words]]), version)
    const opened = versionOfWords([first!])
    await save('Deine Stunde.', opened)
    expect(await rejectionOf(save('Meine Stunde.', opened))).toMatchObject({ code: 'conflict' })
  })

  test('are those of classes as well', async () => {
    const { classId } = await addClass(await createTrainerWithSlots(1))
    const { title } = await getClass(classId)
    await translate({ [title]: 'Hüfte und Schultern' })
    expect((await inLanguage('de', () => getClass(classId))).title).toBe('Hüfte und Schultern')
    expect((await getClass(classId)).title).toBe(title)
  })

  test('of a waiver are kept as they were read when it was signed', async () => {
    const { version } = await writeWaiver(admin, { words: 'I train at my own risk.', questions: '' })
    const words = 'Ich trainiere auf eigene Gefahr.'
    await translate({ 'I train at my own risk.': words })
    const [reader, other] = [await createMember(), await createMember()]
    const signature = { version, signerName: 'Ada' }
    const { waiver } = await readWaiverOf(reader, reader.id)
    const { textVersion } = waiver!
    const ofEnglish = inLanguage('de', () =>
      signWaiver(reader, reader.id, { ...signature, textVersion }, '203.0.113.7'),
    )
    expect(await rejectionOf(ofEnglish)).toMatchObject({ code: 'conflict' })
    await inLanguage('de', () => signWaiver(reader, reader.id, signature, '203.0.113.7'))
    await signWaiver(other, other.id, signature, '203.0.113.7')
    await translate({ 'I train at my own risk.': 'Anders.' })
    expect(await readSignature(reader, reader.id, String(version))).toMatchObject({ words })
    expect(await readSignature(other, other.id, String(version))).toMatchObject({
      words: 'I train at my own risk.',
    })
  })

  test('are refused in a language that the club does not offer, with other paragraphs, and by others', async () => {
    expect(await rejectionOf(translate({}, 'fr'))).toMatchObject({ code: 'not-found' })
    const [{ key } = { key: '' }] = await readOwnTexts(admin, 'de')
    const typed = new Map([[key, 'One\nTwo']])
    expect(await rejectionOf(saveOwnWords(admin, 'de', typed))).toMatchObject({
      code: 'invalid',
      errors: { [key]: ['Write it as one paragraph.'] },
    })
    const tooLong = new Map([[key, 'x'.repeat(10_001)]])
    expect(await rejectionOf(saveOwnWords(admin, 'de', tooLong))).toMatchObject({ code: 'invalid' })
    const member = await createMember()
    expect(await rejectionOf(readOwnTexts(member, 'de'))).toMatchObject({ code: 'forbidden' })
    expect(await rejectionOf(saveOwnWords(visitor, 'de', typed))).toMatchObject({ code: 'unauthenticated' })
  })
})
