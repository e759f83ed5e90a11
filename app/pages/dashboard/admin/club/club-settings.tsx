import { clubWords } from '#domain/club/club.server.ts'
import {
  currencyIsFixed,
  lockedSettings,
  readClubSettings,
  saveClubSettings,
} from '#domain/club/settings.server.ts'
import { stepsBeforeOpening } from '#domain/overview/before-opening.server.ts'
import { nextNumber } from '#domain/invoices/invoices.server.ts'
import { requireRole } from '#domain/actor.ts'
import { problemOf, seenIn, typedIn } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { redirectSaying } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { BeforeOpening } from '#app/pages/dashboard/admin/before-opening.tsx'
import { ClubForm } from './club-form.tsx'
import { settingsIn } from './settings-form.ts'
import { writtenChoices } from './written-choices.ts'
import { VoicesList } from './voices-list.tsx'
import type { Route } from './+types/club-settings.ts'

const heading = 'Club Settings'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = load(async ({ actor }: Route.LoaderArgs & Caller) => {
  const [settings, { voices }, number, isFixed, opening] = await Promise.all([
    readClubSettings(actor),
    clubWords(),
    nextNumber(actor),
    currencyIsFixed(actor),
    stepsBeforeOpening(actor),
  ])
  const locked = lockedSettings()
  return {
    settings,
    voices,
    opening,
    nextNumber: number,
    currencyIsFixed: isFixed,
    choices: writtenChoices(locked.currency ?? settings.currency),
    locked,
    timeZones: Intl.supportedValuesOf('timeZone'),
  }
})

export const action = act(async ({ actor, readForm }: Route.ActionArgs & Sender) => {
  requireRole(actor, 'admin')
  const { fields } = await readForm()
  await saveClubSettings(actor, settingsIn(fields), fields.get('seen'))
  return redirectSaying('/dashboard/club', { text: 'The settings are saved.' })
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function ClubSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { settings, voices, opening, locked, timeZones } = loaderData
  const problem = problemOf(actionData)
  const typed = typedIn(problem)
  return (
    <>
      <h1>{heading}</h1>
      <p className="subtitle">
        What the site and the receipts say about you. What is empty is shown nowhere.
      </p>
      <BeforeOpening steps={opening} />
      <ClubForm
        // saved values are shown anew
        key={JSON.stringify([settings, typed?.toString()])}
        settings={
          typed
            ? settingsIn(typed)
            : {
                ...settings,
                openSince: String(settings.openSince ?? ''),
                taxPercent: String(settings.taxPercent),
                trainerShare: String(settings.trainerShare),
              }
        }
        seen={seenIn(problem, settings.seen)}
        locked={locked}
        nextNumber={loaderData.nextNumber}
        choices={loaderData.choices}
        currencyIsFixed={loaderData.currencyIsFixed}
        timeZones={timeZones}
        problem={problem}
      />
      <VoicesList voices={voices} />
    </>
  )
}
