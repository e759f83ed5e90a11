import { redirect } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { NameHeadline } from '#app/components/name-headline.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { PortraitPicture } from '#app/components/picture.tsx'
import { Tabs } from '#app/components/tabs.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import { SignWaiverLink } from '#app/forms/sign-waiver-link.tsx'
import {
  createAction,
  createLoader,
  signInUrl,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { holdSlot } from '#domain/bookings/hold.server.ts'
import { readOpeningSpans } from '#domain/club/club.server.ts'
import { listFirstDates } from '#domain/lessons/schedule/coming-months.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/trainer.ts'
import { AboutTrainer } from './about-trainer.tsx'
import { chosenSlotUrl } from './chosen-slot.ts'
import { TrainerOffer } from './trainer-offer.tsx'
import { TrainerSlots } from './trainer-slots.tsx'
import { toTrainerView } from './trainer-view.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return pageMeta(matches, t('trainer.trainer'))
  const { name, yearsOfExperience, portrait, skills } = loaderData.trainer
  const picture = portrait && !('address' in portrait) ? portrait : undefined
  return pageMeta(
    matches,
    name,
    t('trainer.seeWhichHoursAre', { name, experience: texts.trainers.experience(yearsOfExperience) }),
    {
      ...(picture && { picture }),
      facts: (club) => ({
        '@type': 'Person',
        name,
        jobTitle: t('trainer.trainer'),
        knowsAbout: skills,
        worksFor: { '@type': 'ExerciseGym', name: club.name, url: club.publicUrl },
      }),
    },
  )
}

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const profile = await getTrainer(actor, params.id)
    const [firstDates, spans] = await Promise.all([listFirstDates(profile.slots), readOpeningSpans()])
    const trainer = toTrainerView(profile, firstDates, spans, club.timeZone)
    const query = new URL(request.url).searchParams
    const tab = query.get('tab') === 'about' ? 'about' : 'slots'
    return { trainer, tab, chosen: query.get('hour') } as const
  },
)

export const action = createAction(
  async ({ actor, params, page, readForm }: Route.ActionArgs & ActionContext) => {
    const { fields: form } = await readForm()
    const input = { slotId: String(form.get('slotId')), expectedPriceCents: Number(form.get('priceCents')) }
    // after signing in, visitors return to the slot they chose
    if (actor.kind === 'visitor') throw redirect(signInUrl(chosenSlotUrl(params.id, input.slotId)))
    const { bookingId } = await holdSlot(actor, input, page.address)
    return redirect(`/trainerBooked/${bookingId}`)
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function Trainer({ loaderData: { trainer, tab, chosen }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const message = formMessage(problem)
  const { club, viewer } = useLayoutProps()
  return (
    <div className="wrap section-below">
      <div className="profile">
        <PortraitPicture
          portrait={trainer.portrait}
          alt={trainer.name}
          ratio="4-5"
          sizes={pictureSizes.portrait}
          moving
          eager
        />
        <div className="body">
          <NameHeadline name={trainer.name} />
          <p className="years">
            <b>{trainer.yearsOfExperience}</b>{' '}
            <span className="text-small">{texts.trainer.yearsExperience}</span>
          </p>
          <TrainerOffer slots={trainer.slots} soonest={trainer.soonest} />
          <p className="lead">{texts.trainer.description(club.name)}</p>
          {trainer.about !== '' && <p className="as-written anywhere">{trainer.about}</p>}
          {trainer.skills.length > 0 && (
            <ul className="tags" aria-label={texts.trainer.skills}>
              {trainer.skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {message && (
        <FormError>
          {message}
          <SignWaiverLink problem={problem} />
        </FormError>
      )}
      <Tabs
        label={trainer.name}
        tabs={[
          { id: 'slots', name: texts.trainer.allSlot },
          { id: 'about', name: texts.trainer.about },
        ]}
        chosen={tab}
      >
        {tab === 'slots' ? (
          <TrainerSlots trainer={trainer} chosen={chosen} />
        ) : (
          <AboutTrainer trainer={trainer} />
        )}
      </Tabs>
      {viewer?.role !== 'trainer' && !viewer?.actedFor && (
        <div className="profile-foot">
          <p>{t('trainer.doYouTrainPeople')}</p>
          <LinkButton to="/beTrainer">{texts.trainer.becomeTrainer}</LinkButton>
        </div>
      )}
    </div>
  )
}
