import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { NumberField, TextField } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PictureField } from '#app/forms/picture-field.tsx'
import { bounds } from '#domain/bounds.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { DaysField, HoursField } from './hours-and-days.tsx'
import { SkillsField } from './skills-field.tsx'
import { SlotsPreview } from './slots-preview.tsx'

/** The initial values of the fields. */
export type ApplicationValues = {
  name: string
  yearsOfExperience: string
  hoursADay: string
  weekdays: string[]
  skills: string[]
}

type Props = {
  entered: ApplicationValues
  email: string
  portrait: Portrait | null
  /** Price of a new slot, in cents a month. */
  slotPriceCents: number
  problem: Problem | null
}

/** The application form, with a preview of its slots. */
export function ApplicationForm({ entered, email, portrait, slotPriceCents, problem }: Props) {
  const [hours, setHours] = useState(entered.hoursADay)
  const [days, setDays] = useState(entered.weekdays)
  const pending = useNavigation().formAction === '/beTrainer'
  const messages = fieldMessages(problem)
  return (
    <div className="with-side apply">
      <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
        <fieldset>
          <legend className="head">{t('applicationForm.you')}</legend>
          <div className="stack">
            <div className="two">
              <TextField
                label={t('form.name')}
                name="name"
                autoComplete="name"
                defaultValue={entered.name}
                error={messages.name}
              />
              <TextField
                label={t('form.email')}
                name="email"
                type="email"
                defaultValue={email}
                hint={t('applicationForm.theAddressYouSigned')}
                readOnly
              />
            </div>
            <div className="two">
              <NumberField
                label={t('applicationForm.yearsOfExperience')}
                name="yearsOfExperience"
                min={bounds.yearsOfExperience.least}
                max={bounds.yearsOfExperience.most}
                defaultValue={entered.yearsOfExperience}
                error={messages.yearsOfExperience}
              />
              <PictureField
                label={t('applicationForm.photo')}
                name="photo"
                current={portrait}
                error={messages.photo}
              />
            </div>
          </div>
        </fieldset>
        <fieldset>
          <legend className="head">{t('applicationForm.yourHours')}</legend>
          <div className="stack">
            <HoursField value={hours} onChange={setHours} error={messages.hoursADay} />
            <DaysField chosen={days} onChange={setDays} error={messages.weekdays} />
          </div>
        </fieldset>
        <fieldset>
          <legend className="head">{t('applicationForm.yourSkills')}</legend>
          <SkillsField chosen={entered.skills} error={messages.skills} />
        </fieldset>
        <div className="send">
          <Button variant="primary" tall className="send-button" pending={pending}>
            {t('applicationForm.submitRequest')}
          </Button>
          <p className="note">{t('applicationForm.youStayAMember')}</p>
        </div>
      </CheckedForm>
      <SlotsPreview hoursADay={Number(hours)} days={days} priceCents={slotPriceCents} />
    </div>
  )
}
