import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeArchive } from './backup-archive.ts'
import {
  listBackups,
  backupTimestamp,
  backupFileName,
  retainedNames,
  removeOldBackups,
} from './backup-retention.ts'

const night = (day: string) => backupFileName(new Date(`${day}T02:00:00Z`))
const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    night(new Date(Date.parse(first) + index * 86_400_000).toISOString().slice(0, 10)),
  )

test('a backup is named by its moment', () => {
  const moment = new Date('2026-11-22T02:00:12Z')
  expect(backupFileName(moment)).toBe('club-20261122T020012Z.palestra')
  expect(backupTimestamp(backupFileName(moment))).toEqual(moment)
  for (const other of ['club.palestra', 'club-20261122T020012Z.palestra.part', 'notes.txt'])
    expect(backupTimestamp(other)).toBeNull()
})

test('of two years of nights seven days, five weeks and twelve months are kept', () => {
  // the last of them is Sunday, 22 November 2026
  const kept = [...retainedNames(daysFrom('2024-11-23', 730))].toSorted().toReversed()
  const days = ['22', '21', '20', '19', '18', '17', '16'].map((day) => night(`2026-11-${day}`))
  const weeks = ['2026-11-15', '2026-11-08', '2026-11-01', '2026-10-25'].map(night)
  const months = ['2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31', '2026-06-30', '2026-05-31'].map(
    night,
  )
  const older = ['2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31', '2025-12-31'].map(night)
  expect(kept).toEqual([...days, ...weeks, ...months, ...older].toSorted().toReversed())
})

test('of a day with many backups the newest stays, and so does the only one of a long time ago', () => {
  const many = ['01', '09', '17'].map((hour) => backupFileName(new Date(`2026-11-22T${hour}:00:00Z`)))
  expect([...retainedNames([...many, night('2019-05-04')])]).toEqual([many[2], night('2019-05-04')])
})

test('what nobody keeps is removed, and nothing that is not the club’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palestra-kept-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const now = new Date('2026-11-22T03:00:00Z')
  /** What a process that is killed meanwhile leaves. */
  const draft = async (moment: string) => {
    let name = ''
    const members = async function* () {
      yield { name: 'club.json', bytes: Buffer.from('{}') }
      name = await vi.waitFor(async () => {
        const found = (await readdir(folder)).find((each) => each.startsWith(`club-${moment}`))
        expect(found).toBeDefined()
        return found!
      })
      throw new Error('ended')
    }
    await expect(writeArchive(join(folder, `club-${moment}Z.palestra`), null, members())).rejects.toThrow()
    return name
  }
  const [underWay, leftOver] = [await draft('20261122T025900'), await draft('20261120T020000')]
  const all = [...daysFrom('2026-11-10', 13), 'letters.txt', 'mine.palestra', underWay, leftOver]
  for (const name of all) await writeFile(join(folder, name), 'bytes')
  await utimes(join(folder, leftOver), now, new Date('2026-11-22T01:50:00Z'))
  await utimes(join(folder, underWay), now, now)
  await removeOldBackups(folder, now)
  const backups = [...daysFrom('2026-11-15', 8)]
  expect((await readdir(folder)).toSorted()).toEqual(
    [...backups, underWay, 'letters.txt', 'mine.palestra'].toSorted(),
  )
  expect((await listBackups(folder)).map(({ name, bytes }) => [name, bytes])).toEqual(
    backups.toReversed().map((name) => [name, 5]),
  )
})
