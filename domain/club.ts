import { settings } from '../platform/env.ts'

let demo = false

/** Tells this process whether it runs the demo club; called once, at its start. */
export function setDemoClub(isDemo: boolean): void {
  demo = isDemo
}

export type ClubFacts = {
  name: string
  demo: boolean
  /** In which every date is shown, such as `Europe/Rome`. */
  timeZone: string
  /** The club's own address, without a trailing slash. */
  publicUrl: string
}

/** What everybody may know of this club. */
export function clubFacts(): ClubFacts {
  return { name: settings.clubName, demo, timeZone: settings.timeZone, publicUrl: settings.publicUrl }
}
