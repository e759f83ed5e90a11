import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { Tabs } from '#app/components/tabs.tsx'
import { problemOf, submittedVersion, submittedValues } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { OpenClub } from '#app/pages/dashboard/today/open-club.tsx'
import { OpeningChecklist } from '#app/pages/dashboard/today/opening-checklist.tsx'
import { requirePermission } from '#domain/actor.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import {
  isCurrencyFixed,
  lockedSettings,
  openClub,
  readClubSettings,
  saveClubSettings,
} from '#domain/club/settings.server.ts'
import { nextInvoiceNumber } from '#domain/invoices/invoices.server.ts'
import { listHoursOutside, requireHoursInside } from '#domain/overview/hours-outside.server.ts'
import { listSetupSteps } from '#domain/overview/setup-checklist.server.ts'
import { t } from '#messages/t.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import type { Route } from './+types/club-settings.ts'
import { ClubPicturesList } from './club-pictures-list.tsx'
import { ClubSettingsForm } from './club-settings-form.tsx'
import { localeChoices } from './locale-choices.ts'
import { settingsFromForm, storedFormValues } from './settings-from-form.ts'
import { settingsTabOf, settingsTabs, settingsTabUrl } from './settings-tabs.ts'
import { TestimonialsList } from './testimonials-list.tsx'

const heading = () => t('clubSettings.clubSettings')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const [settings, { testimonials }, number, isFixed, opening, hoursOutside] = await Promise.all([
    readClubSettings(actor),
    readClubCopy(),
    nextInvoiceNumber(actor),
    isCurrencyFixed(actor),
    listSetupSteps(actor),
    listHoursOutside(actor),
  ])
  const locked = lockedSettings()
  return {
    tab: settingsTabOf(new URL(request.url).searchParams),
    settings,
    testimonials,
    opening,
    hoursOutside,
    nextNumber: number,
    currencyIsFixed: isFixed,
    takesDebits: settings.currency === 'eur' && acceptsCards(),
    choices: localeChoices(locked.currency ?? settings.currency),
    locked,
    timeZones: Intl.supportedValuesOf('timeZone'),
  }
})

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'club.settings')
  const { fields } = await readForm()
  if (fields.get('intent') === 'open') {
    await openClub(actor)
    return redirectWithToast('/dashboard', { text: t('openClub.theClubIsOpen') })
  }
  const input = settingsFromForm(fields, storedFormValues(await readClubSettings(actor)))
  if (!fields.has('acceptsHoursOutside')) await requireHoursInside(actor, input)
  const tab = settingsTabOf(new URL(request.url).searchParams)
  await saveClubSettings(actor, input, fields.get('version'), { keepsFirstPage: tab === 'firstPage' })
  return redirectWithToast(settingsTabUrl(tab), {
    text: t('clubSettings.settingsSaved'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ClubSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { tab, settings, testimonials, opening, locked, timeZones } = loaderData
  const problem = problemOf(actionData)
  const typed = submittedValues(problem)
  const stored = storedFormValues(settings)
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('clubSettings.whatTheSiteAnd')}</p>
      <p className="page-links">
        <Link className="show" to="/dashboard/retention">
          {t('clubSettings.howLongDataStays')}
          <Icon of={ArrowRight} />
        </Link>
        <Link className="show" to="/dashboard/devices">
          {t('menu.devicesOfTheClub')}
          <Icon of={ArrowRight} />
        </Link>
      </p>
      <OpeningChecklist steps={opening} />
      <OpenClub />
      <Tabs label={heading()} tabs={[...settingsTabs]} chosen={tab}>
        {tab === 'pictures' ? (
          <ClubPicturesList serviceNames={settings.serviceNames} />
        ) : (
          <ClubSettingsForm
            // remounts to show saved values
            key={JSON.stringify([tab, settings, typed?.toString()])}
            tab={tab}
            settings={typed ? settingsFromForm(typed, stored) : stored}
            version={submittedVersion(problem, settings.version)}
            locked={locked}
            nextNumber={loaderData.nextNumber}
            choices={loaderData.choices}
            hoursOutside={loaderData.hoursOutside}
            currencyIsFixed={loaderData.currencyIsFixed}
            takesDebits={loaderData.takesDebits}
            timeZones={timeZones}
            problem={problem}
          />
        )}
        {tab === 'firstPage' && <TestimonialsList testimonials={testimonials} />}
      </Tabs>
    </>
  )
}
