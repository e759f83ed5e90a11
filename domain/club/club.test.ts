import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultCopy } from '#copy/default-copy.ts'
import { db } from '#db/client.ts'
import { listAudit } from '#domain/activity/activity-log.server.ts'
import { weekdays } from '#format/weekdays.ts'
import { settings } from '#platform/settings/env.ts'
import { rejectionOf } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { insertPicture } from '#tests/picture-fixtures.ts'
import type { ClubInput } from './club.input.ts'
import { clubFacts, readClubCopy } from './club.server.ts'
import { openClub, readClubSettings, saveClubSettings, readSavedSettings } from './settings.server.ts'
import {
  addTestimonial,
  changeTestimonial,
  getTestimonial,
  removeTestimonial,
} from './testimonials.server.ts'

useDatabase()

const closed = weekdays.map((weekday) => ({ weekday, opens: '', closes: '' }))
const input: ClubInput = {
  ...defaultCopy,
  name: 'Iron Works',
  company: 'Iron Works GmbH',
  address: '1 Mill Lane\nBerlin',
  telephone: '+49 30 1234',
  email: 'desk@iron.example',
  taxNumber: 'DE 1',
  taxPercent: '8,1',
  invoicePrefix: 'iw',
  paysAtDesk: false,
  openSince: '2019',
  timeZone: 'Europe/Berlin',
  currency: 'usd',
  language: 'en',
  trainerShare: 100,
  openDays: [{ weekday: 'Monday', opens: '06:00', closes: '22:00' }, ...closed.slice(1)],
  atTheDoor: '',
  about: '',
}

describe('club settings', () => {
  test('says nothing of itself until somebody has entered it', async () => {
    expect(await clubFacts()).toMatchObject({
      name: 'Palestra',
      timeZone: 'UTC',
      company: '',
      address: '',
      telephone: '',
      email: '',
      openSince: null,
      opening: '',
      openingSpecification: [],
      closures: [],
      closed: '',
    })
    expect(await readClubCopy()).toMatchObject({ ...defaultCopy, testimonials: [], about: '', atTheDoor: '' })
    expect((await readSavedSettings()).settings).toBe(false)
  })

  test('says what was entered, at once and in its own time zone', async () => {
    const admin = await createAdmin()
    await saveClubSettings(admin, { ...input, headlines: ['Lift', '', ''], points: ['', '', 'People.'] })
    const { name, openSince, opening, timeZone } = await clubFacts()
    expect({ name, openSince, opening, timeZone }).toEqual({
      name: 'Iron Works',
      openSince: 2019,
      opening: 'Open Monday, 06:00 to 22:00',
      timeZone: 'Europe/Berlin',
    })
    expect(await readClubCopy()).toMatchObject({ headlines: ['Lift', '', ''], points: ['', '', 'People.'] })
    expect((await readSavedSettings()).settings).toBe(true)
    for (const unknown of ['', null]) {
      await saveClubSettings(admin, { ...input, openSince: unknown })
      expect((await clubFacts()).openSince).toBeNull()
    }
  })

  test('announces its opening until that day, and nothing from then on', async () => {
    const admin = await createAdmin()
    await saveClubSettings(admin, { ...input, opensOn: '2999-01-11' })
    expect((await clubFacts()).opensOn).toBe('2999-01-11')
    for (const opensOn of ['2020-01-11', '']) {
      await saveClubSettings(admin, { ...input, opensOn })
      expect((await clubFacts()).opensOn).toBeNull()
    }
    await saveClubSettings(admin, { ...input, opensOn: 'soon' })
    expect((await clubFacts()).opensOn).toBe('soon')
    expect((await readClubSettings(admin)).opensOn).toBe('soon')
    await openClub(admin)
    expect((await clubFacts()).opensOn).toBeNull()
    await expect(saveClubSettings(admin, { ...input, opensOn: 'later' })).rejects.toMatchObject({
      errors: { opensOn: ['Enter a day, or leave this empty.'] },
    })
  })

  test.each(['00:00', '24:00'])('closes at the midnight that ends the day: %s', async (closes) => {
    const [monday, tuesday] = [
      { opens: '06:00', closes },
      { opens: '00:00', closes },
    ]
    const admin = await createAdmin()
    const openDays = closed.map((day, index) => ({ ...day, ...[monday, tuesday][index] }))
    await saveClubSettings(admin, { ...input, openDays })
    const told = 'Open Monday, 06:00 to midnight; Tuesday, 00:00 to midnight'
    expect((await clubFacts()).opening).toBe(told)
    // what was read can be saved unchanged
    await saveClubSettings(admin, { ...input, openDays: (await readClubSettings(admin)).openDays })
    expect((await clubFacts()).opening).toBe(told)
  })

  test('closes after midnight where the closing time is before the opening time', async () => {
    const openDays = [{ weekday: 'Monday' as const, opens: '06:00', closes: '02:00' }, ...closed.slice(1)]
    await saveClubSettings(await createAdmin(), { ...input, openDays })
    expect(await clubFacts()).toMatchObject({
      opening: 'Open Monday, 06:00 to 02:00',
      openingSpecification: [
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '06:00', closes: '02:00' },
      ],
    })
  })

  test('opens twice a day where it closes for lunch', async () => {
    const admin = await createAdmin()
    const [morning, evening] = [
      { weekday: 'Monday' as const, opens: '06:00', closes: '13:00' },
      { weekday: 'Monday' as const, opens: '16:00', closes: '22:00' },
    ]
    const openDays = [evening, ...closed.slice(1), morning, ...closed.slice(1)]
    await saveClubSettings(admin, { ...input, openDays })
    expect(await clubFacts()).toMatchObject({
      opening: 'Open Monday, 06:00 to 13:00 and 16:00 to 22:00',
      openingSpecification: [
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '06:00', closes: '13:00' },
        { '@type': 'OpeningHoursSpecification', dayOfWeek: ['Monday'], opens: '16:00', closes: '22:00' },
      ],
    })
    const read = (await readClubSettings(admin)).openDays
    expect(read).toEqual([morning, ...closed.slice(1), evening, ...closed.slice(1)])
  })

  test.each([
    [{ weekday: 'Monday', span: 3, opens: '06:00', closes: '13:00' }, 'two_spans_a_day'],
    [{ weekday: 'Monday', span: 2, opens: '21:59', closes: '23:00' }, 'opening_spans_are_apart'],
    [{ weekday: 'Sunday', span: 1, opens: '22:00', closes: '06:01' }, 'opening_spans_are_apart'],
  ] as const)(
    'keeps opening times that overlap, or a third one, out of its database: %j',
    async (row, constraint) => {
      await saveClubSettings(await createAdmin(), input)
      const inserted = db.insertInto('openingHours').values(row).execute()
      await expect(inserted).rejects.toMatchObject({ constraint })
    },
  )

  test('keeps in the audit log what was changed, and nothing else', async () => {
    const admin = await createAdmin()
    await saveClubSettings(admin, input)
    await saveClubSettings(admin, { ...input, telephone: '', openDays: closed })
    const entry = await db
      .selectFrom('auditEntries')
      .select(['action', 'actorId', 'before', 'after'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      action: 'change club settings',
      actorId: admin.id,
      before: { telephone: input.telephone, openingHours: 'Open Monday, 06:00 to 22:00' },
      after: { telephone: '', openingHours: '' },
    })
  })

  test('is called and timed as its environment says, whatever the page was sent', async () => {
    const { clubName, timeZone } = settings
    onTestFinished(() => void Object.assign(settings, { clubName, timeZone }))
    const admin = await createAdmin()
    await saveClubSettings(admin, { ...input, name: 'Before', timeZone: 'UTC' })
    Object.assign(settings, { clubName: 'Set Outside', timeZone: 'Asia/Tokyo' })
    await saveClubSettings(admin, { ...input, name: 'Forged', timeZone: 'Europe/Rome' })
    expect((await clubFacts()).name).toBe('Set Outside')
    expect(await readClubSettings(admin)).toMatchObject({
      name: 'Before',
      timeZone: 'UTC',
      taxNumber: 'DE 1',
      taxPercent: 8.1,
      invoicePrefix: 'IW',
    })
  })

  test('loses nothing to an old window, until it is saved once more', async () => {
    const admin = await createAdmin()
    const { version } = await readClubSettings(admin)
    await saveClubSettings(admin, input, version)
    const refusal = await rejectionOf(saveClubSettings(admin, { ...input, company: '' }, version))
    expect(refusal.code).toBe('conflict')
    expect((await clubFacts()).company).toBe('Iron Works GmbH')
    await saveClubSettings(admin, { ...input, company: '' }, String(refusal.facts.version))
    expect((await clubFacts()).company).toBe('')
  })

  test.each([
    ['name', { name: '' }],
    ['email', { email: 'nobody' }],
    ['openSince', { openSince: '20005' }],
    ['openSince', { openSince: 'long ago' }],
    ['timeZone', { timeZone: 'Mars/Olympus' }],
    ['timeZone', { timeZone: 'UTC\0' }],
    [
      'openDays.7.opens',
      { openDays: [...input.openDays, { weekday: 'Monday', opens: '21:00', closes: '23:00' }] },
    ],
    [
      'openDays.7.opens',
      { openDays: [...input.openDays, { weekday: 'Sunday', opens: '23:00', closes: '07:00' }] },
    ],
    [
      'openDays',
      {
        openDays: [
          ...input.openDays,
          { weekday: 'Monday', opens: '22:00', closes: '22:30' },
          { weekday: 'Monday', opens: '23:00', closes: '23:30' },
        ],
      },
    ],
    [
      'openDays.0.closes',
      { openDays: [{ weekday: 'Monday', opens: '22:00', closes: '22:00' }, ...closed.slice(1)] },
    ],
    [
      'openDays.0.closes',
      { openDays: [{ weekday: 'Monday', opens: '22:00', closes: '' }, ...closed.slice(1)] },
    ],
    [
      'openDays.0.opens',
      { openDays: [{ weekday: 'Monday', opens: '', closes: '22:00' }, ...closed.slice(1)] },
    ],
    [
      'openDays.0.opens',
      { openDays: [{ weekday: 'Monday', opens: '24:00', closes: '24:00' }, ...closed.slice(1)] },
    ],
    [
      'openDays.0.opens',
      { openDays: [{ weekday: 'Monday', opens: '25:00', closes: '26:00' }, ...closed.slice(1)] },
    ],
    ['taxPercent', { taxPercent: '100' }],
    ['taxPercent', { taxPercent: '8.125' }],
    ['taxPercent', { taxPercent: 'eight' }],
    ['taxPercent', { taxPercent: '0x10' }],
    ['taxPercent', { taxPercent: '1e1' }],
    ['taxNumber', { taxNumber: 'x'.repeat(41) }],
    ['invoicePrefix', { invoicePrefix: 'AB/' }],
    ['points.1', { points: ['', 'x'.repeat(301), ''] }],
    ['headlines', { headlines: [] }],
  ])('does not take an odd %s', async (field, odd) => {
    const refusal = await rejectionOf(
      saveClubSettings(await createAdmin(), { ...input, ...(odd as Partial<ClubInput>) }),
    )
    expect(refusal.code).toBe('invalid')
    expect(Object.keys(refusal.errors)).toContain(field)
  })

  test('is described by its admins only', async () => {
    const member = await createMember()
    for (const refused of [
      readClubSettings(member),
      saveClubSettings(member, input),
      addTestimonial(member, {} as never),
      getTestimonial(member, ''),
      changeTestimonial(member, '', {} as never),
      removeTestimonial(member, ''),
    ])
      expect((await rejectionOf(refused)).code).toBe('forbidden')
  })
})

/** The fields that an audit entry shows as changed. */
const changesOf = ({ before, after }: { before: unknown; after: unknown }) => {
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>]
  return Object.keys({ ...old, ...now }).filter((name) => old[name] !== now[name])
}

describe('testimonial', () => {
  const said = { name: 'Sol Weaver', who: '', words: 'It is the coffee.', consent: '2026-10-04' }

  test('is heard with a picture and the day of consent, is changed and goes', async () => {
    const admin = await createAdmin()
    const photo = await insertPicture(admin.id)
    const { id } = await addTestimonial(admin, { ...said, photo })
    expect((await readClubCopy()).testimonials).toMatchObject([{ id, ...said, picture: { id: photo } }])
    await changeTestimonial(admin, id, { ...said, words: 'It is the tea.', photo: '' })
    expect(await getTestimonial(admin, id)).toMatchObject({ words: 'It is the tea.', picture: { id: photo } })
    await changeTestimonial(admin, id, {
      ...said,
      consent: '2026-10-05',
      photo: await insertPicture(admin.id),
    })
    const changed = (await listAudit(admin, { limit: 2 })).items.map(changesOf)
    expect(changed).toEqual([['words', 'consent', 'photo'], ['words']])
    await removeTestimonial(admin, id)
    expect((await readClubCopy()).testimonials).toEqual([])
    expect((await rejectionOf(removeTestimonial(admin, id))).code).toBe('not-found')
  })

  test('loses nothing to an old window, until it is saved once more', async () => {
    const admin = await createAdmin()
    const { id } = await addTestimonial(admin, { ...said, photo: await insertPicture(admin.id) })
    const { version } = await getTestimonial(admin, id)
    const another = await insertPicture(admin.id)
    await changeTestimonial(admin, id, { ...said, photo: another }, version)
    const save = (known: unknown) =>
      changeTestimonial(admin, id, { ...said, words: 'It is the tea.', photo: '' }, String(known))
    const refusal = await rejectionOf(save(version))
    expect(refusal.code).toBe('conflict')
    expect(await getTestimonial(admin, id)).toMatchObject({ words: said.words, picture: { id: another } })
    await save(refusal.facts.version)
    expect(await getTestimonial(admin, id)).toMatchObject({
      words: 'It is the tea.',
      picture: { id: another },
    })
  })

  test.each([
    ['consent', { consent: '' }],
    ['consent', { consent: '2026-02-30' }],
    ['consent', { consent: '2999-01-01' }],
    ['photo', { photo: '' }],
    ['words', { words: '' }],
  ])('is not taken without its %s', async (field, odd) => {
    const admin = await createAdmin()
    const voice = { ...said, photo: await insertPicture(admin.id), ...odd }
    const refusal = await rejectionOf(addTestimonial(admin, voice))
    expect(Object.keys(refusal.errors)).toEqual([field])
  })
})
