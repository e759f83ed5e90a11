import { ArrowRight } from 'lucide'
import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { NumberField, TextField, TextArea } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { PictureField } from '#app/forms/picture-field.tsx'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { OfferAnyway } from '#app/pages/dashboard/parts/offer-anyway.tsx'
import { DaysField, HoursField } from '#app/pages/trainers/application/hours-and-days.tsx'
import { SkillsField, splitSkills } from '#app/pages/trainers/application/skills-field.tsx'
import { texts } from '#copy/texts.ts'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { parseInput } from '#domain/input.ts'
import { storePhoto } from '#domain/pictures/pictures.server.ts'
import {
  readOwnPage,
  saveOwnPage,
  type OwnPage,
  type OccupiedSchedule,
} from '#domain/trainers/own-page.server.ts'
import { trainerPageInput } from '#domain/trainers/trainers.input.ts'
import { formatDate } from '#format/date-time.ts'
import { describeDays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/trainer-page.ts'
import { SettingsTabs } from './settings-tabs.tsx'

const trainerPagePath = '/dashboard/profileSettings/trainerPage'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('trainerPage.trainerPage'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  own: await readOwnPage(actor),
  hasMail: sendsMail(),
  timeZone: club.timeZone,
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const person = requirePermission(actor, 'trainerPage.change')
  const { fields, file } = await readForm('photo')
  const entered = valuesOf(fields)
  // the picture is stored only if the rest is valid
  parseInput(trainerPageInput, entered)
  const photo = file && (await storePhoto(person.id, file.bytes, file.sender)).id
  await saveOwnPage(actor, { ...entered, photo, acceptsOutsideHours: fields.has('acceptsOutsideHours') })
  return redirectWithToast(trainerPagePath, { text: t('trainerPage.yourPageIsSaved') })
})

export { clientAction } from '#app/forms/client-action.ts'

const valuesOf = (form: URLSearchParams) => ({
  yearsOfExperience: form.get('yearsOfExperience') ?? '',
  hoursADay: form.get('hoursADay') ?? '',
  weekdays: [...new Set(form.getAll('weekdays'))],
  skills: [...form.getAll('skills'), ...splitSkills(form.get('ownSkills') ?? '')],
  about: form.get('about') ?? '',
  taxNumber: form.get('taxNumber') ?? '',
})

export default function TrainerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { own, hasMail, timeZone } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  return (
    <>
      <h1>{texts.profileSettings.heading}</h1>
      <p className="subtitle">{texts.profileSettings.subtitle}</p>
      <SettingsTabs current="trainer" />
      <TrainerPageForm
        // remounts to show saved values
        key={JSON.stringify([own, typed?.toString()])}
        own={own}
        values={typed ? valuesOf(typed) : { ...own, hoursADay: String(own.hoursADay) }}
        problem={problem}
        hasMail={hasMail}
        timeZone={timeZone}
      />
    </>
  )
}

type FormProps = {
  own: OwnPage
  values: Omit<ReturnType<typeof valuesOf>, 'yearsOfExperience'> & { yearsOfExperience: string | number }
  problem: Problem | null
  hasMail: boolean
  timeZone: string
}

function TrainerPageForm({ own, values, problem, hasMail, timeZone }: FormProps) {
  const [hours, setHours] = useState(values.hoursADay)
  const [days, setDays] = useState(values.weekdays)
  const pending = useNavigation().formMethod === 'POST'
  const messages = fieldMessages(problem)
  const { occupied } = own
  const isTaken = occupied.slots.length > 0
  return (
    <div className="with-side settings">
      <CheckedForm problem={problem} encType="multipart/form-data" className="stack" preventScrollReset>
        <FormDraft of={`trainer ${own.about}`} />
        {isTaken && <p className="hold-note">{fixedUntilSentence(occupied, timeZone)}</p>}
        <DaysField
          chosen={days}
          onChange={setDays}
          held={occupied.heldWeekdays}
          hint={
            isTaken
              ? t('trainerPage.daysYouAddOr', {
                  mailNotice: mailNotice(hasMail, t('trainerPage.membersWhoCanKeep')),
                })
              : undefined
          }
          error={messages.weekdays}
        />
        <div className="two">
          <HoursField
            value={hours}
            onChange={setHours}
            hint={isTaken ? t('trainerPage.atLeastMembersHave', { count: occupied.slots.length }) : undefined}
            error={messages.hoursADay}
          />
          <NumberField
            label={t('trainerPage.yearsOfExperience')}
            name="yearsOfExperience"
            min={bounds.yearsOfExperience.least}
            max={bounds.yearsOfExperience.most}
            defaultValue={values.yearsOfExperience}
            error={messages.yearsOfExperience}
          />
        </div>
        <fieldset>
          <legend className="label">{t('trainerPage.skills')}</legend>
          <SkillsField chosen={values.skills} error={messages.skills} />
        </fieldset>
        <TextArea
          label={t('trainerPage.about')}
          name="about"
          rows={5}
          maxLength={bounds.aboutTrainer.most}
          defaultValue={values.about}
          error={messages.about}
        />
        <TextField
          label={t('trainerPage.taxNumber')}
          aside={t('trainerPage.optional')}
          hint={t('trainerPage.standsOnYourStatements')}
          name="taxNumber"
          maxLength={bounds.taxNumber.most}
          defaultValue={values.taxNumber}
          error={messages.taxNumber}
          autoComplete="off"
        />
        <PictureField label={t('trainerPage.newPhoto')} name="photo" error={messages.photo} />
        <div className="button-row">
          <Button variant="primary" pending={pending}>
            {t('trainerPage.save')}
          </Button>
          <OfferAnyway problem={problem} />
          <Link className="show" to={`/trainers/${own.trainerId}`}>
            {t('trainerPage.seeMyPage')}
            <Icon of={ArrowRight} />
          </Link>
        </div>
      </CheckedForm>
      <aside className="summary still" aria-labelledby="photo-heading">
        <h2 className="head" id="photo-heading">
          {t('trainerPage.photo')}
        </h2>
        <PortraitPicture
          portrait={own.portrait}
          alt={t('trainerPage.yourPhoto')}
          ratio="4-5"
          sizes="144px"
          className="picture current-photo"
        />
        <p className="note">
          {t('trainerPage.illOrOnHoliday')}
          <Link to="/dashboard/absences">{t('trainerPage.letUsKnow')}</Link>
          {hasMail && t('trainerPage.andWellEmailYour')}.
        </p>
      </aside>
    </div>
  )
}

/** `Sold hours are fixed until 21 Dec 2026 (Slot 1, Slot 2: Mon to Fri). …` */
function fixedUntilSentence({ slots, weekdays, until }: OccupiedSchedule, timeZone: string): string {
  const fixed = `${slots.join(', ')}: ${describeDays(weekdays)}`
  return until
    ? t('trainerPage.soldHoursStayAs', { until: formatDate(until, timeZone), fixed })
    : t('trainerPage.anHourIsOn', { fixed })
}
