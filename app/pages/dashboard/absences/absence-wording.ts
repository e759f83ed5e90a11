import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { t } from '#messages/t.ts'

/** Text of the dialog before an absence is saved. Hours that are too soon for cover are called off. */
export function absencePrompt(hours: { isTooSoon: boolean }[], hasMail: boolean) {
  const lost = hours.filter(({ isTooSoon }) => isTooSoon).length
  const toCover = hours.length - lost
  const needed = countedPhrase(
    toCover,
    t('absenceWording.hourNeeds'),
    toCover === 0 ? t('absenceWording.hourNeeds') : t('absenceWording.hoursNeed'),
  )
  const notice = mailNotice(
    hasMail,
    t('absenceWording.allOtherTrainersGet'),
    t('absenceWording.tellTheOtherTrainers'),
  )
  return {
    heading:
      toCover === 0 && lost > 0
        ? t('absenceWording.calledOff', {
            countedPhrase: countedPhrase(lost, t('absenceWording.hourIs'), t('absenceWording.hoursAre')),
          })
        : t('absenceWording.cover', { needed }),
    text: toCover > 0 && t('absenceWording.theFirstToTake', { notice }),
    button: toCover > 0 ? t('absenceWording.askForCover') : t('absenceWording.saveTheAbsence'),
  }
}

/** Toast after an absence was saved. */
export function absenceResult({ toCover, calledOff }: { toCover: number; calledOff: number }): string {
  const offered = t('absenceWording.offeredToTheOther', {
    countedPhrase: countedPhrase(toCover, t('absenceWording.hourIs'), t('absenceWording.hoursAre')),
  })
  const off = t('absenceWording.calledOff2', {
    countedPhrase: countedPhrase(calledOff, t('absenceWording.hourIs'), t('absenceWording.hoursAre')),
  })
  if (calledOff === 0) return toCover === 0 ? t('absenceWording.theAbsenceIsSaved') : offered
  return toCover === 0 ? off : `${offered} ${off}`
}
