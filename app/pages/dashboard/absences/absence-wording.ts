import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'

/** Text of the dialog before an absence is saved. Hours that are too soon for cover are called off. */
export function absencePrompt(hours: { isTooSoon: boolean }[], hasMail: boolean) {
  const lost = hours.filter(({ isTooSoon }) => isTooSoon).length
  const toCover = hours.length - lost
  const needed = countedPhrase(toCover, 'hour needs', toCover === 0 ? 'hour needs' : 'hours need')
  const notice = mailNotice(
    hasMail,
    'All other trainers get one email now.',
    'tell the other trainers yourself',
  )
  return {
    heading:
      toCover === 0 && lost > 0
        ? `${countedPhrase(lost, 'hour is', 'hours are')} called off`
        : `${needed} cover`,
    text:
      toCover > 0 &&
      `${notice} The first to take an hour gives it. Members find out once it’s settled. They never see the reason.`,
    button: toCover > 0 ? 'Ask for cover' : 'Save the absence',
  }
}

/** Toast after an absence was saved. */
export function absenceResult({ toCover, calledOff }: { toCover: number; calledOff: number }): string {
  const offered = `${countedPhrase(toCover, 'hour is', 'hours are')} offered to the other trainers.`
  const off = `${countedPhrase(calledOff, 'hour is', 'hours are')} called off.`
  if (calledOff === 0) return toCover === 0 ? 'The absence is saved. No hour needs cover.' : offered
  return toCover === 0 ? off : `${offered} ${off}`
}
