import { settings } from '#platform/env.ts'
import { kept } from '#platform/running.ts'

const demo = kept<boolean>('demo')

/** Tells this process whether it runs the demo club; called once, at its start. */
export function setDemoClub(isDemo: boolean): void {
  demo.set(isDemo)
}

export type ClubFacts = {
  name: string
  demo: boolean
  /** In which every date is shown, such as `Europe/Rome`. */
  timeZone: string
  /** The club's own address, without a trailing slash. */
  publicUrl: string
  /** The current year of the club's calendar. */
  year: number
}

const calendar = new Intl.DateTimeFormat('en', { timeZone: settings.timeZone, year: 'numeric' })

/** What everybody may know of this club. */
export function clubFacts(): ClubFacts {
  const { clubName: name, timeZone, publicUrl } = settings
  return { name, demo: demo.get() ?? false, timeZone, publicUrl, year: Number(calendar.format(new Date())) }
}
