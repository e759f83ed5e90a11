import { sql } from 'kysely'
import { conflict } from '#core/errors.ts'
import { db, transaction } from '#db/client.ts'
import { requirePermission, requirePerson, type Actor } from '#domain/actor.ts'
import { cleanText } from '#domain/input.ts'
import { isArrivalTime, isLongOver } from '#domain/lessons/arrival-time.server.ts'
import { t } from '#messages/t.ts'
import { doorLessonColumns } from './arrival-queries.server.ts'
import { insertVisit, type RecordedVisit } from './visits.server.ts'

/** Seconds for which a code is shown at the door. It is accepted for a minute. */
export const doorCodeSeconds = 15
const acceptedCodes = 4

export type DoorLesson = {
  lessonId: string
  title: string | null
  startHour: number
  startMinute: number
  trainerName: string
  roomName: string | null
}

/** The screen at the door: its code, and the next lessons of today. */
export type DoorScreen = { now: Date; code: string; next: DoorLesson[] }

/** Returns the screen at the door. Throws `forbidden` without the permission `visits.record`. */
export async function readDoor(actor: Actor): Promise<DoorScreen> {
  requirePermission(actor, 'visits.record')
  const [{ rows: codes }, { rows: next }] = await Promise.all([
    sql<{ now: Date; code: string }>`select club_now() as now, door_code(0) as code`.execute(db),
    sql<DoorLesson>`
      select ${doorLessonColumns}
      from lessons join trainers on trainers.id = lessons.trainer_id
        join classes on classes.id = lessons.class_id left join rooms on rooms.id = lessons.room_id
      where lessons.kind = 'class' and on_date = club_today() and lessons.state = 'planned'
        and not ${isLongOver}
      order by starts_at, title, lessons.id limit 4`.execute(db),
  ])
  return { ...codes[0]!, next }
}

/** A lesson to which the person can check in now. `visitId` is null until they did. */
export type OwnArrival = DoorLesson & { visitId: string | null }

/** What a person sees after reading the code at the door. */
export type CheckIn = {
  isCurrent: boolean
  lessons: OwnArrival[]
  /** Their visit without a lesson in the last hour. */
  visitId: string | null
}

/** Returns what the code at the door opens for the person. Throws `unauthenticated` for a visitor. */
export async function readCheckIn(actor: Actor, code: string): Promise<CheckIn> {
  const person = requirePerson(actor)
  const [isCurrent, { rows: lessons }, { rows: visits }] = await Promise.all([
    isCurrentCode(code),
    sql<OwnArrival>`
      select ${doorLessonColumns}, visits.id as visit_id
      from participants join lessons on lessons.id = lesson_id join trainers on trainers.id = lessons.trainer_id
        left join classes on classes.id = class_id left join rooms on rooms.id = room_id
        left join visits on visits.lesson_id = lessons.id and visits.member_id = ${person.id} and undone_at is null
      where participants.member_id = ${person.id} and participants.state in ('booked', 'attended') and lessons.state = 'planned'
        and ${isArrivalTime}
      order by starts_at, lessons.id limit 4`.execute(db),
    sql<{ id: string }>`
      select id from visits where member_id = ${person.id} and lesson_id is null and undone_at is null
        and came_at > club_now() - interval '1 hour' limit 1`.execute(db),
  ])
  return { isCurrent, lessons, visitId: visits[0]?.id ?? null }
}

/**
 * Records the person's own visit by the code at the door; `lessonId` is null for a member who came to train. Throws
 * `conflict` for an old code or a lesson that is not theirs now.
 */
export async function checkIn(
  actor: Actor,
  { code, visitId, lessonId }: { code: string; visitId: string; lessonId: string | null },
): Promise<RecordedVisit> {
  const person = requirePerson(actor)
  const { isCurrent, lessons } = await readCheckIn(actor, code)
  if (!isCurrent) throw conflict(t('refusal.thisCodeIsToo'))
  if (lessonId !== null && !lessons.some((lesson) => lesson.lessonId === lessonId))
    throw conflict(t('refusal.youHaveNoPlace'))
  return transaction((trx) =>
    insertVisit(trx, { id: visitId, memberId: person.id, lessonId }, { source: 'door', recordedBy: null }),
  )
}

async function isCurrentCode(code: string): Promise<boolean> {
  const { rows } = await sql<{ isCurrent: boolean }>`
    select exists (select from generate_series(0, ${acceptedCodes - 1}::integer) steps where door_code(steps) = ${cleanText(code.slice(0, 20))}) as is_current`.execute(
    db,
  )
  return rows[0]!.isCurrent
}
