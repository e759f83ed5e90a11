import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { t } from '#messages/t.ts'

/** Text of the dialog before an absence is saved. Lessons that are too soon for cover are called off. */
export function absencePrompt(lessons: { isTooSoon: boolean; title?: string }[], hasMail: boolean) {
  const lost = lessons.filter(({ isTooSoon }) => isTooSoon).length
  const toCover = lessons.length - lost
  const what = lessons.some(({ title }) => title !== undefined) ? 'lessons' : 'hours'
  const needed = countedPhrase(
    toCover,
    t('absenceWording.hourNeeds', { what }),
    toCover === 0 ? t('absenceWording.hourNeeds', { what }) : t('absenceWording.hoursNeed', { what }),
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
            countedPhrase: countedPhrase(
              lost,
              t('absenceWording.hourIs', { what }),
              t('absenceWording.hoursAre', { what }),
            ),
          })
        : t('absenceWording.cover', { needed }),
    text: toCover > 0 && t('absenceWording.theFirstToTake', { what, notice }),
    button: toCover > 0 ? t('absenceWording.askForCover') : t('absenceWording.saveTheAbsence'),
  }
}

/** Toast after an absence was saved. */
export function absenceResult({ toCover, calledOff }: { toCover: number; calledOff: number }): string {
  const what = 'hours'
  const subjects = [t('absenceWording.hourIs', { what }), t('absenceWording.hoursAre', { what })] as const
  const offered = t('absenceWording.offeredToTheOther', {
    countedPhrase: countedPhrase(toCover, ...subjects),
  })
  const off = t('absenceWording.calledOff2', {
    countedPhrase: countedPhrase(calledOff, ...subjects),
  })
  if (calledOff === 0) return toCover === 0 ? t('absenceWording.theAbsenceIsSaved') : offered
  return toCover === 0 ? off : `${offered} ${off}`
}
