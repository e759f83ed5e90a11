import type { ComparisonSetup, ComparedRequest } from '#bench/comparison.ts'
import type { InProcessClub } from '#bench/in-process-club.ts'

/** Pages with dates in the demo club and in a large one, for the same people and hours. */
export const clubs: ComparisonSetup = { onlyLarge: ['seed.sql', 'dates.sql'], questionsOf }

async function questionsOf(club: InProcessClub): Promise<ComparedRequest[]> {
  const { rows } = await club.database.query<
    Record<'lesson' | 'month' | 'trainer' | 'person' | 'wanted' | 'from', string>
  >(`
    select lessons.id as lesson, booking_id as month, lessons.trainer_id as trainer, member_id as person,
      (select id from lessons where cover_until is not null limit 1) as wanted, (club_today() + 3)::text as from
    from lessons join participants on participants.lesson_id = lessons.id join users on users.id = member_id
    where email = 'member@palestra.example' and lessons.state = 'planned' and lessons.cover_until is null
      and participants.free_until > now()
    order by starts_at limit 1`)
  const { lesson, month, trainer, person, wanted, from } = rows[0]!
  const page = await club.ask('/dashboard/calendar', await club.signIn('member@palestra.example'))
  const feed = /\/calendar\/[\w.~-]+/.exec(page.text)?.[0]
  if (!feed) throw new Error('The member has no calendar.')
  const paths: [by: ComparedRequest['by'], path: string, name?: string][] = [
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
    ['trainer', '/api/v1/week/trainer'],
    ['trainer', '/api/v1/covers/available'],
    ['admin', '/api/v1/covers/open'],
    ['admin', '/dashboard'],
    ['admin', '/dashboard/absences'],
    ['admin', `/dashboard/members/${person}`, '/dashboard/members/{id}'],
    ['admin', '/api/v1/lessons'],
    ['admin', `/dashboard/lesson/${wanted}`, '/dashboard/lesson/{id}'],
    ['admin', `/dashboard/closures?fromDay=${from}&untilDay=${from}`, '/dashboard/closures?fromDay={day}'],
  ]
  return paths.map(([by, path, name = path]) => ({ by, path, name }))
}
