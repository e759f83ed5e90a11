import { randomUUID } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { conflict, invalidAt, notFound } from '#core/errors.ts'
import { clubZone, db, transaction, type Queryable, type Transaction } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { Attendance, Day } from '#db/tables.ts'
import { recordAudit } from '#domain/activity/activity.server.ts'
import { requirePermission, type Actor, type Person } from '#domain/actor.ts'
import { requireId } from '#domain/ids.ts'
import { can } from '#domain/permissions.ts'
import { portraitJson } from '#domain/pictures/picture-queries.server.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { lastVisitOf } from './arrival-queries.server.ts'
import { attendances } from './desk-taps.input.ts'
import { insertVisit } from './visits.server.ts'

/** Minutes before the start from which a list can be marked. */
const minutesBefore = 60
/** Days after a lesson in which the office corrects a list that has closed for the trainer. */
const officeDays = 14

/** `open` until the policy's hours after the lesson; `early` before it, and `over` once nothing of it changes. */
export type ListState = 'early' | 'open' | 'over'

export type ListedParticipant = {
  participantId: string
  memberId: string
  name: string
  portrait: Portrait | null
  /** `late`: the place was given back too late, so that an excuse can be recorded. */
  state: 'booked' | 'late'
  attendance: Attendance | null
  /** The member of staff who invited a guest. */
  guestOf: string | null
  /** Their last visit before today; null if they were never here. */
  lastHere: Day | null
}

/** A lesson with its participants, as its trainer and the office mark them. */
export type ParticipantList = {
  lessonId: string
  kind: 'hour' | 'class'
  /** Name of the class; null for an hour. */
  title: string | null
  day: Day
  today: Day
  startHour: number
  startMinute: number
  trainerName: string
  roomName: string | null
  /** Null for an hour. */
  capacity: number | null
  listState: ListState
  opensAt: Date
  /** End of marking for this viewer, and its date in the club's time zone. */
  openUntil: Date
  openUntilDay: Day
  /** When it was closed by hand. */
  closedAt: Date | null
  /** A missed class counts as used, by the current policy. */
  missedCosts: boolean
  participants: ListedParticipant[]
}

type LessonRow = Omit<ParticipantList, 'participants'> & { trainerUserId: string; state: string }

/**
 * Returns a lesson with everyone who has a place, by name. Throws `forbidden` without the permission
 * `attendance.mark`, and `not-found` for a lesson that another trainer gives or that was called off.
 */
export async function readParticipantList(actor: Actor, lessonId: string): Promise<ParticipantList> {
  const person = requirePermission(actor, 'attendance.mark')
  const id = requireId(lessonId, t('refusal.thisLesson'))
  const [lesson, { rows: participants }] = await Promise.all([
    readLesson(db, person, id),
    sql<ListedParticipant>`
      select participants.id as participant_id, users.id as member_id, users.name, participants.state, attendance,
        ${portraitJson('images', 'users')} as portrait, ${lastVisitOf(sql.ref('users.id'))} as last_here,
        (select name from users inviter where inviter.id = invited_by) as guest_of
      from participants join users on users.id = participants.member_id
        join members on members.user_id = users.id left join images on images.id = members.photo_id
      where participants.lesson_id = ${id} and participants.state in ('booked', 'late')
        -- who booked again after giving back is listed once
        and not (participants.state = 'late' and exists (select from participants again
          where again.lesson_id = ${id} and again.member_id = participants.member_id and again.state = 'booked'))
      order by users.name, users.id limit 500`.execute(db),
  ])
  const { trainerUserId: _, state: __, ...list } = lesson
  return { ...list, participants }
}

async function readLesson(from: Queryable, person: Person, id: string): Promise<LessonRow> {
  const isOffice = can(person, 'attendance.markAll')
  const { rows } = await sql<LessonRow>`
    select lesson.*, (open_until at time zone ${clubZone})::date as open_until_day,
      case when club_now() < opens_at then 'early' when club_now() < open_until then 'open' else 'over' end as list_state
    from (
      select lessons.id as lesson_id, lessons.kind, title, on_date as day, club_today() as today, start_hour, start_minute,
        trainers.name as trainer_name, trainers.user_id as trainer_user_id, rooms.name as room_name, lessons.capacity,
        lessons.state, list_closed_at as closed_at, missed_costs,
        starts_at - make_interval(mins => ${minutesBefore}) as opens_at,
        starts_at + make_interval(mins => minutes) + greatest(make_interval(hours => list_open_hours),
          make_interval(days => ${isOffice ? officeDays : 0})) as open_until
      from lessons join trainers on trainers.id = lessons.trainer_id
        left join classes on classes.id = class_id left join rooms on rooms.id = room_id,
        (select * from policies order by version desc limit 1) policy
      where lessons.id = ${id}) lesson`.execute(from)
  const [lesson] = rows
  if (lesson?.state !== 'planned' || !(isOffice || lesson.trainerUserId === person.id))
    throw notFound(t('refusal.thisLesson'))
  return lesson
}

/** Returns the lesson with its row locked. Throws as `readParticipantList`, and `conflict` when it cannot be marked. */
async function lockOpenList(trx: Transaction, person: Person, lessonId: string): Promise<LessonRow> {
  const id = requireId(lessonId, t('refusal.thisLesson'))
  await sql`select from lessons where id = ${id} for no key update`.execute(trx)
  const lesson = await readLesson(trx, person, id)
  if (lesson.listState === 'early') throw conflict(t('refusal.theListOpensAn'))
  if (lesson.listState === 'over') throw conflict(t('refusal.thisListIsClosed'))
  return lesson
}

type LockedParticipant = {
  id: string
  memberId: string
  name: string
  state: 'booked' | 'late'
  attendance: Attendance | null
  markedBy: string | null
  /** A mark was made or removed after the one to record. */
  isMarkedSince: boolean
}

/** A mark to record, with the seconds since then for a device that had no connection. */
export type Mark = { participantId: string; attendance: Attendance | null; secondsAgo?: number }

/**
 * Marks one participant: `attended`, `missed`, `excused`, or null to remove the mark. Someone who came has a visit.
 * The same mark again changes nothing, nor does one that arrives after a mark that counts more. An excuse gives a class
 * back; it is audited. Throws `forbidden`, `not-found`, and `conflict` when the list is not open, or when the change needs
 * a class that the member has used since.
 */
export async function markAttendance(
  actor: Actor,
  lessonId: string,
  { participantId, attendance, secondsAgo }: Mark,
): Promise<void> {
  const person = requirePermission(actor, 'attendance.mark')
  const id = requireId(participantId, t('refusal.thisPerson'))
  const markedAt = sql<Date>`(club_now() - make_interval(secs => ${secondsAgo ?? 0}))`
  await transaction(async (trx) => {
    const lesson = await lockOpenList(trx, person, lessonId)
    const { rows } = await sql<LockedParticipant>`
      select participants.id, member_id, users.name, state, attendance, marked_by,
        coalesce(marked_at > ${markedAt}, false) as is_marked_since
      from participants join users on users.id = member_id
      where participants.id = ${id} and lesson_id = ${lesson.lessonId} and state in ('booked', 'late')`.execute(
      trx,
    )
    const [participant] = rows
    if (!participant) throw notFound(t('refusal.thisPerson'))
    if (participant.attendance === attendance) return
    if (secondsAgo !== undefined && countsMore(participant, attendance, person)) return
    if (participant.state === 'late' && attendance !== 'excused' && attendance !== null)
      throw conflict(t('refusal.gaveThePlaceBack', { name: participant.name }))
    if (lesson.kind === 'hour' && attendance === 'excused') throw conflict(t('refusal.theOfficeGivesA'))
    await mark(trx, person, lesson, participant, { attendance, secondsAgo, markedAt })
    if (attendance === 'excused' || participant.attendance === 'excused')
      await recordAudit(trx, {
        actorId: person.id,
        action: attendance === 'excused' ? 'excuse member' : 'withdraw excuse',
        subjectKind: 'member',
        subjectId: participant.memberId,
      })
  })
}

/**
 * Whether the mark that stands counts more than one that arrives late: of two people who disagree, the one who saw the
 * member, and otherwise the later mark.
 */
function countsMore(
  { attendance: standing, markedBy, isMarkedSince }: LockedParticipant,
  attendance: Attendance | null,
  { id }: Person,
): boolean {
  if (standing !== null && markedBy !== id) {
    if (standing === 'attended') return true
    if (attendance === 'attended') return false
  }
  return isMarkedSince
}

type TimedMark = {
  attendance: Attendance | null
  /** For the visit of a member who came. */
  secondsAgo?: number | undefined
  markedAt: RawBuilder<Date>
}

async function mark(
  trx: Transaction,
  person: Person,
  { lessonId }: LessonRow,
  { id, memberId, name }: Pick<LockedParticipant, 'id' | 'memberId' | 'name'>,
  { attendance, secondsAgo = 0, markedAt }: TimedMark,
): Promise<void> {
  if (attendance === 'attended') {
    await insertVisit(
      trx,
      { id: randomUUID(), memberId, lessonId, secondsAgo },
      { source: 'trainer', recordedBy: person.id },
    )
  } else {
    await sql`update visits set undone_at = club_now()
      where lesson_id = ${lessonId} and member_id = ${memberId} and undone_at is null`.execute(trx)
  }
  await trx
    .updateTable('participants')
    .set({ attendance, markedBy: attendance === null ? null : person.id, markedAt })
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (violates(error, 'allowance_kept') || violates(error, 'allowance_covers_class'))
        throw conflict(t('refusal.hasUsedThisClass', { name }))
      throw error
    })
}

/**
 * Marks everyone without a mark: as `attended`, or as `missed` when the list is closed, as of the opening of the list, so
 * that a tap that arrives later counts more. Returns their number. Throws as `markAttendance`.
 */
async function markOthers(
  trx: Transaction,
  person: Person,
  lesson: LessonRow,
  attendance: 'attended' | 'missed',
): Promise<number> {
  const { rows } = await sql<Pick<LockedParticipant, 'id' | 'memberId' | 'name'>>`
    select participants.id, member_id, users.name from participants join users on users.id = member_id
    where lesson_id = ${lesson.lessonId} and state = 'booked' and attendance is null order by member_id`.execute(
    trx,
  )
  const markedAt = sql<Date>`${lesson.opensAt}::timestamptz`
  for (const participant of rows) await mark(trx, person, lesson, participant, { attendance, markedAt })
  return rows.length
}

/** Marks everyone without a mark as attended. Returns their number. Throws `forbidden`, `not-found` and `conflict`. */
export async function markAllAttended(actor: Actor, lessonId: string): Promise<number> {
  const person = requirePermission(actor, 'attendance.mark')
  return transaction(async (trx) =>
    markOthers(trx, person, await lockOpenList(trx, person, lessonId), 'attended'),
  )
}

/**
 * Closes the list: everyone without a mark missed the lesson. Returns their number; closing it again changes nothing.
 * Throws `forbidden`, `not-found`, and `conflict` before the lesson begins.
 */
export async function closeList(actor: Actor, lessonId: string): Promise<number> {
  const person = requirePermission(actor, 'attendance.mark')
  return transaction(async (trx) => {
    const lesson = await lockOpenList(trx, person, lessonId)
    const { rows } = await sql`
      update lessons set list_closed_at = coalesce(list_closed_at, club_now())
      where id = ${lesson.lessonId} and starts_at <= club_now() returning id`.execute(trx)
    if (rows.length === 0) throw conflict(t('refusal.theLessonHasNot'))
    return markOthers(trx, person, lesson, 'missed')
  })
}

/** A lesson whose list waits for its trainer. */
export type OpenList = {
  lessonId: string
  /** Name of the class; null for an hour. */
  title: string | null
  /** The member of an hour; null for a class. */
  memberName: string | null
  day: Day
  today: Day
  startHour: number
  startMinute: number
  roomName: string | null
  /** People with a place, and those with a mark. */
  people: number
  marked: number
}

/**
 * Returns the actor's lessons whose list is open and not closed by hand, and their classes ahead of today, oldest first.
 * Lessons without a participant are left out once they began. Throws `forbidden` without the permission `lessons.give`.
 */
export async function listOpenLists(actor: Actor): Promise<OpenList[]> {
  const trainer = requirePermission(actor, 'lessons.give')
  const { rows } = await sql<OpenList>`
    select lessons.id as lesson_id, title, on_date as day, club_today() as today, start_hour, start_minute,
      rooms.name as room_name, people, marked, case when lessons.kind = 'hour' then member_name end as member_name
    from lessons join trainers on trainers.id = lessons.trainer_id
      left join classes on classes.id = class_id left join rooms on rooms.id = room_id,
      lateral (select count(*)::integer as people, count(attendance)::integer as marked, min(users.name) as member_name
        from participants join users on users.id = member_id
        where lesson_id = lessons.id and participants.state = 'booked') taking,
      (select list_open_hours from policies order by version desc limit 1) policy
    where trainers.user_id = ${trainer.id} and lessons.state = 'planned' and list_closed_at is null and cover_until is null
      and starts_at + make_interval(mins => minutes) + make_interval(hours => list_open_hours) > club_now()
      and (starts_at - make_interval(mins => ${minutesBefore}) <= club_now() or lessons.kind = 'class' and on_date = club_today())
      and (starts_at > club_now() or people > marked)
    order by starts_at, lessons.id limit 50`.execute(db)
  return rows
}

/** Returns the attendance that a form names; null for an empty one. Throws `invalid`. */
export function parseAttendance(text: string): Attendance | null {
  if (text === '') return null
  const found = attendances.find((each) => each === text)
  if (!found) throw invalidAt('attendance', t('refusal.chooseWhoCame'))
  return found
}
