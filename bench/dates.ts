import type { CpuTime } from './cpu.ts'
import { openInProcess, type InProcessClub } from './in-process-club.ts'

const requestsEach = 40

type Measure = { cpu: number; statements: number; kilobytes: number }
type Asked = { path: string; name: string; by: string; cookie: string }
export type DatesRow = { name: string; by: string; small: Measure; large: Measure }

/**
 * What the pages with dates cost in the demo club, and in the same club once it is large: the same people ask for
 * their own hours, and for the lists of all.
 */
export async function measureDates(): Promise<DatesRow[]> {
  const club = await openInProcess()
  try {
    const questions = await allQuestions(club)
    const small = await measureWarm(club, questions)
    await club.fill('seed.sql')
    await club.fill('dates.sql')
    // otherwise PostgreSQL tidies up beside the first pages, which would seem to cost that
    await club.database.query('vacuum analyze')
    const large = await measureWarm(club, questions)
    return questions.map(({ name, by }, index) => ({ name, by, small: small[index]!, large: large[index]! }))
  } finally {
    await club.stop()
  }
}

async function allQuestions(club: InProcessClub): Promise<Asked[]> {
  const cookies: Record<string, string> = { visitor: '' }
  for (const by of ['member', 'trainer', 'admin']) cookies[by] = await club.signIn(`${by}@palestra.example`)
  const { rows } = await club.database.query<
    Record<'lesson' | 'month' | 'trainer' | 'person' | 'wanted' | 'from', string>
  >(`
    select lessons.id as lesson, booking_id as month, lessons.trainer_id as trainer, member_id as person,
      (select id from lessons where cover_until is not null limit 1) as wanted, (club_today() + 3)::text as from
    from lessons join places on places.lesson_id = lessons.id join users on users.id = member_id
    where email = 'member@palestra.example' and lessons.state = 'planned' and lessons.cover_until is null
      and places.free_until > now()
    order by starts_at limit 1`)
  const { lesson, month, trainer, person, wanted, from } = rows[0]!
  const page = await club.ask('/dashboard/calendar', cookies.member!)
  const feed = /\/calendar\/[\w.~-]+/.exec(page.text)?.[0]
  if (!feed) throw new Error('The member has no calendar.')
  const paths: [by: string, path: string, name?: string][] = [
    ['visitor', `/trainers/${trainer}`, '/trainers/{id}'],
    ['member', '/dashboard'],
    ['member', '/dashboard/week'],
    ['member', `/dashboard/hour/${month}`, '/dashboard/hour/{id}'],
    ['member', `/dashboard/lesson/${lesson}`, '/dashboard/lesson/{id}'],
    ['member', `/dashboard/lesson/${lesson}/move`, '/dashboard/lesson/{id}/move'],
    ['visitor', feed, '/calendar/{secret}'],
    ['trainer', '/dashboard'],
    ['trainer', '/dashboard/week'],
    ['trainer', '/dashboard/covers'],
    ['trainer', `/dashboard/absences?fromDay=${from}&untilDay=${from}`, '/dashboard/absences?fromDay={day}'],
    ['trainer', '/api/v1/week/given'],
    ['trainer', '/api/v1/covers/to-give'],
    ['admin', '/api/v1/covers/wanted'],
    ['admin', '/dashboard'],
    ['admin', '/dashboard/absences'],
    ['admin', `/dashboard/members/${person}`, '/dashboard/members/{id}'],
    ['admin', '/api/v1/lessons'],
    ['admin', `/dashboard/lesson/${wanted}`, '/dashboard/lesson/{id}'],
    ['admin', `/dashboard/closures?fromDay=${from}&untilDay=${from}`, '/dashboard/closures?fromDay={day}'],
  ]
  return paths.map(([by, path, name = path]) => ({ by, path, name, cookie: cookies[by]! }))
}

/** The first time is for warming up: connections are made, statements planned. */
async function measureWarm(club: InProcessClub, questions: readonly Asked[]): Promise<Measure[]> {
  await measureAll(club, questions)
  return measureAll(club, questions)
}

async function measureAll(club: InProcessClub, questions: readonly Asked[]): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const question of questions) measures.push(await measure(club, question))
  return measures
}

const sum = ({ node, database }: CpuTime) => node + database

async function measure(club: InProcessClub, { path, cookie }: Asked): Promise<Measure> {
  // what was changed meanwhile is read again first
  let last = await club.ask(path, cookie)
  const before = club.cpu()
  for (let turn = 0; turn < requestsEach; turn += 1) last = await club.ask(path, cookie)
  const cpu = (sum(club.cpu()) - sum(before)) / requestsEach
  return { cpu, statements: last.statements, kilobytes: last.bytes / 1000 }
}

export function datesTable(rows: DatesRow[]): string {
  const lines = rows.map(({ name, by, small, large }) => {
    const costs = `${small.cpu.toFixed(1)} | ${large.cpu.toFixed(1)} | ${(large.cpu / small.cpu).toFixed(2)}`
    const sizes = `${small.kilobytes.toFixed(0)} kB | ${large.kilobytes.toFixed(0)} kB`
    return `| \`${name}\` | ${by} | ${costs} | ${small.statements} | ${large.statements} | ${sizes} |`
  })
  return [
    `${requestsEach} requests each, one after the other. CPU is milliseconds a request, PostgreSQL's included.`,
    '',
    '| Address | Asked by | CPU, demo club | CPU, large | Ratio | Statements, demo | Large | Answer, demo | Large |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...lines,
  ].join('\n')
}
