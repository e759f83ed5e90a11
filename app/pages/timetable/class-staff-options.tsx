import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { ConfirmIntent } from '#app/forms/intent-form.tsx'
import type { ClassDateDetail } from '#domain/lessons/classes/timetable.server.ts'
import type { Substitute } from '#domain/lessons/covers/available-trainers.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatDay } from '#format/days.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = {
  date: ClassDateDetail
  /** The trainers for the office to choose from; null for a trainer, and when the class needs cover. */
  substitutes: Substitute[] | null
}

/** For its trainer and the office: the list of participants, another trainer, and calling the class off. */
export function ClassStaffOptions({ date, substitutes }: Props) {
  const told = date.taken + date.waiting
  const outcome = told === 0 ? t('classDate.noOneIsIn') : t('classDate.personIsToldAnd', { told })
  return (
    <ul className="options">
      <li>
        <div>
          <b>{t('classDate.whoIsComing')}</b>
          <p>{t('classDate.namesGuestsAndWho')}</p>
        </div>
        <LinkButton to={`/dashboard/participants/${date.id}`}>{t('classDate.openTheList')}</LinkButton>
      </li>
      {substitutes !== null && (
        <li>
          <div>
            <b>{t('classStaffOptions.anotherTrainerGivesIt')}</b>
            <p>{t('classStaffOptions.oneDate', { told: date.taken })}</p>
          </div>
          <ModalTrigger opens="substitute" className="button">
            {t('classStaffOptions.seeWhosFree')}
          </ModalTrigger>
          <ChooseSubstitute date={date} substitutes={substitutes} />
        </li>
      )}
      <li>
        <div>
          <b>{t('classDate.callThisClassOff')}</b>
          <p>{outcome}</p>
        </div>
        <ConfirmIntent
          openLabel={t('classDate.callItOff')}
          heading={t('classDate.callThisClassOffQuestion')}
          text={outcome}
          confirmLabel={t('classDate.yesCallItOff')}
          intent="callOff"
        />
      </li>
    </ul>
  )
}

/** The other trainers: a button for each who is free, and why the others are not. */
function ChooseSubstitute({ date, substitutes }: { date: ClassDateDetail; substitutes: Substitute[] }) {
  const { title, day, startHour, startMinute, roomName } = date
  return (
    <ConfirmDialog
      id="substitute"
      size="whole"
      heading={t('classStaffOptions.whoGivesIt')}
      text={
        substitutes.length === 0
          ? t('classStaffOptions.noOtherTrainer')
          : `${title}, ${formatDay(day)}, ${formatClock(startHour, startMinute)}, ${roomName}`
      }
      more={
        <ul className="todo">
          {substitutes.map((trainer) => (
            <SubstituteRow key={trainer.id} {...trainer} />
          ))}
        </ul>
      }
      cancel={t('classStaffOptions.notNow')}
      action={null}
    />
  )
}

const SubstituteRow = ({ id, name, portrait, worksThatDay, busyBecause }: Substitute) => (
  <li>
    <Avatar portrait={portrait} />
    <div>
      <b>{name}</b>
      <p>
        {busyBecause ??
          (worksThatDay ? t('availableTrainers.trainsOnThatDay') : t('availableTrainers.doesntTrainOnThat'))}
      </p>
    </div>
    {busyBecause === null && (
      <Form method="post" className="push-end">
        <HiddenFields values={{ intent: 'substitute', trainerId: id }} />
        <Button small>{t('classStaffOptions.givesIt', { name: firstName(name) })}</Button>
      </Form>
    )}
  </li>
)
