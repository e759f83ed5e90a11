import { dateLanguages } from '#format/locale.ts'

/** Facts about the club that the environment sets; null for values of the settings page. */
export type ClubSettings = {
  /** The trainer's share of each sale, in percent. */
  trainerShare: number | null
  clubName: string | null
  /** Time zone of the club's clock. */
  timeZone: string | null
  /** ISO 4217 in lower case. */
  currency: string | null
  /** Language of dates. */
  language: string | null
}

type ClubVariables = Partial<
  Record<'CLUB_NAME' | 'CLUB_TIME_ZONE' | 'CLUB_CURRENCY' | 'CLUB_LANGUAGE', string | undefined>
> & { TRAINER_SHARE?: number | undefined }

/** Adds errors to `problems`. */
export function readClubSettings(value: ClubVariables, problems: string[]): ClubSettings {
  const club: ClubSettings = {
    trainerShare: value.TRAINER_SHARE ?? null,
    clubName: value.CLUB_NAME ?? null,
    timeZone: value.CLUB_TIME_ZONE ?? null,
    currency: value.CLUB_CURRENCY?.toLowerCase() ?? null,
    language: value.CLUB_LANGUAGE ?? null,
  }
  if (club.clubName !== null && club.clubName.length > 60)
    problems.push('CLUB_NAME must have at most 60 characters.')
  if (club.timeZone !== null && !isTimeZone(club.timeZone))
    problems.push(`CLUB_TIME_ZONE '${club.timeZone}' is not a time zone, such as Europe/Rome.`)
  // whether the club may sell in it is known with its database
  if (club.currency !== null && !/^[a-z]{3}$/.test(club.currency))
    problems.push(`CLUB_CURRENCY '${club.currency}' is not the code of a currency, such as eur.`)
  if (club.language !== null && !dateLanguages.includes(club.language))
    problems.push(`CLUB_LANGUAGE must be one of ${dateLanguages.join(', ')}.`)
  return club
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
