import { mailNotice, countedPhrase } from '#app/pages/dashboard/parts/wording.ts'

/** What asks before an absence is noted; of its hours some are too soon for anybody else to take. */
export function absencePrompt(hours: { isTooSoon: boolean }[], hasMail: boolean) {
  const lost = hours.filter(({ isTooSoon }) => isTooSoon).length
  const toCover = hours.length - lost
  const needed = countedPhrase(toCover, 'hour needs', toCover === 0 ? 'hour needs' : 'hours need')
  const letter = mailNotice(
    hasMail,
    'All other trainers get one letter now.',
    'tell the other trainers yourself',
  )
  return {
    heading:
      toCover === 0 && lost > 0
        ? `${countedPhrase(lost, 'hour is', 'hours are')} called off`
        : `${needed} somebody`,
    text:
      toCover > 0 &&
      `${letter} The first to take an hour gives it. Members read it only when it is settled, and never why.`,
    button: toCover > 0 ? 'Ask for cover' : 'Note the absence',
  }
}

/** What became of the hours of an absence that was noted. */
export function absenceResult({ toCover, calledOff }: { toCover: number; calledOff: number }): string {
  const offered = `${countedPhrase(toCover, 'hour is', 'hours are')} offered to the other trainers.`
  const off = `${countedPhrase(calledOff, 'hour is', 'hours are')} called off.`
  if (calledOff === 0) return toCover === 0 ? 'The absence is noted. No hour needs somebody.' : offered
  return toCover === 0 ? off : `${offered} ${off}`
}
