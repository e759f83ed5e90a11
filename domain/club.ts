import { settings } from '../platform/env.ts'

let demo = false

/** Tells this process whether it runs the demo club; called once, at its start. */
export function setDemoClub(isDemo: boolean): void {
  demo = isDemo
}

/** What everybody may know of this club. */
export function clubFacts(): { name: string; demo: boolean } {
  return { name: settings.clubName, demo }
}
