const listLengths = { headlines: 3, taglines: 3, points: 3, serviceNames: 10, serviceLines: 10 }

/** Facts about the club as its page Club Settings sends them; `word` returns each line of its lists. */
export function createClubSettingsForm(
  said: Record<string, string>,
  word: (list: string, place: number) => string,
  hours: Partial<Record<'opens' | 'closes', string>> = {},
): URLSearchParams {
  const body = new URLSearchParams({
    timeZone: 'UTC',
    currency: 'usd',
    language: 'en',
    trainerShare: '100',
    ...said,
  })
  for (const [list, many] of Object.entries(listLengths))
    for (let place = 1; place <= many; place += 1) body.append(list, word(list, place))
  // Monday, the first of seven days
  for (const name of ['opens', 'closes'] as const)
    for (let day = 0; day < 7; day += 1) body.append(name, day === 0 ? (hours[name] ?? '') : '')
  return body
}
