import { BackLink } from '#app/components/back-link.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { addMemberNote, listMemberNotes, removeMemberNote } from '#domain/members/notes.server.ts'
import { readTrainee } from '#domain/members/trainees.server.ts'
import { findHealthRecord } from '#domain/waivers/health-answers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/trainee.ts'
import { MemberNotes } from './member-notes.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.trainee.name ?? t('manageMember.member2'))

export const loader = createLoader(
  async ({ actor, params: { id }, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const trainee = await readTrainee(actor, id)
    const [health, notes] = await Promise.all([findHealthRecord(actor, id), listMemberNotes(actor, id)])
    return { trainee, health, notes, timeZone: club.timeZone }
  },
)

export const action = createAction(
  async ({ actor, params: { id }, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields } = await readForm()
    const isNew = readIntent(fields, ['note', 'remove-note']) === 'note'
    if (isNew) await addMemberNote(actor, id, { words: fields.get('words') ?? '' })
    else await removeMemberNote(actor, id, fields.get('noteId') ?? '')
    return redirectWithToast(`/dashboard/trainee/${id}`, {
      text: isNew ? t('member.theNoteIsWritten') : t('member.theNoteIsRemoved'),
    })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** A member as their trainer sees them: notes, the emergency contact and the answers about health. */
export default function TraineePage({ loaderData, actionData }: Route.ComponentProps) {
  const { trainee, health, notes, timeZone } = loaderData
  const { answeredAt, hasBloodGroup } = health
  const { id, name, emergencyContact, isChild } = trainee
  return (
    <>
      <BackLink to="/dashboard/manageMember">{t('trainee.yourMembers')}</BackLink>
      <h1 className="anywhere">{name}</h1>
      <p className="subtitle">{isChild && t('trainee.aChild')}</p>
      <section className="panel">
        <dl className="health-answers">
          <div>
            <dt>{t('trainee.inAnEmergency')}</dt>
            <dd className="anywhere">{emergencyContact || t('trainee.nobodyNamed')}</dd>
          </div>
          <div>
            <dt>{t('health.answersAboutHealth')}</dt>
            <dd>
              {answeredAt || hasBloodGroup ? (
                <LinkButton small to={`/dashboard/healthAnswers/${id}`}>
                  {answeredAt
                    ? t('trainee.open', { day: formatDate(answeredAt, timeZone) })
                    : t('trainee.openBloodGroup')}
                </LinkButton>
              ) : (
                t('health.noAnswers')
              )}
            </dd>
          </div>
        </dl>
      </section>
      <MemberNotes
        heading={t('trainee.notesOfTrainers')}
        notes={notes}
        problem={problemOf(actionData)}
        timeZone={timeZone}
      />
    </>
  )
}
