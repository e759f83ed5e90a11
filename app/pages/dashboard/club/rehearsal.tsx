import { Form, Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { MemberSection, MemberListRow } from '#app/pages/dashboard/members/member-list-row.tsx'
import { rehearsedDays, rehearsePolicies, type RehearsedPlace } from '#domain/lessons/rehearsal.server.ts'
import { formatDay } from '#format/days.ts'
import { endSentence, firstName, formatList } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/rehearsal.ts'
import { policiesFromForm } from './policy-sentences.ts'

const heading = () => t('rehearsal.rehearsalOfTheRules')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const query = new URL(request.url).searchParams
  const rules = policiesFromForm(query)
  return {
    days: rehearsedDays,
    rules: { ...rules, version: query.get('version') ?? '' },
    ...(await rehearsePolicies(actor, rules)),
  }
})

/** What other rules would have done to the members of the last 90 days, before they are saved. */
export default function Rehearsal({ loaderData }: Route.ComponentProps) {
  const { days, fromDay, rules, places, lost, kept, tooEarly } = loaderData
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <BackLink to="/dashboard/policies">{t('rehearsal.rulesOfBooking')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('rehearsal.theNewRulesOn', { days, fromDay: formatDay(fromDay) })}</p>
      <p className="above-3">
        <b>{summary(lost.total, kept.total)}</b>
        {t('rehearsal.placeWasGivenBack', { places })}
        {tooEarly > 0 && t('rehearsal.placeInClassesCould', { tooEarly })}
      </p>
      <Places heading={t('rehearsal.wouldHaveLostIt')} empty={t('rehearsal.nobody')} {...lost} />
      <Places heading={t('rehearsal.wouldHaveKeptIt')} empty={t('rehearsal.nobody')} {...kept} />
      <div className="button-row above-5">
        <Form method="post" action="/dashboard/policies">
          <HiddenFields values={rules} />
          <Button variant="primary" pending={pending}>
            {t('rehearsal.saveTheseRules')}
          </Button>
        </Form>
      </div>
    </>
  )
}

function summary(lost: number, kept: number): string {
  if (lost + kept === 0) return t('rehearsal.everyPlaceWouldHave')
  const parts = [
    lost > 0 && t('rehearsal.placeWouldHaveBeen', { lost }),
    kept > 0 && t('rehearsal.placeWouldHaveCost', { kept }),
  ].filter((part) => part !== false)
  return endSentence(formatList(parts))
}

type PlacesProps = { heading: string; empty: string; items: RehearsedPlace[]; total: number }

function Places({ heading: name, empty, items, total }: PlacesProps) {
  const more = total - items.length
  return (
    <MemberSection heading={name} empty={empty} count={total} note={t('rehearsal.place', { total })}>
      <ul className="todo member-rows">
        {items.map(({ participantId, memberId, name: member, title, trainerName, day, outcome }) => (
          <MemberListRow
            key={participantId}
            title={<Link to={`/dashboard/members/${memberId}`}>{member}</Link>}
            text={`${title ?? t('rehearsal.hourWith', { trainerName: firstName(trainerName) })}, ${outcome}`}
            number={formatDay(day)}
          />
        ))}
      </ul>
      {more > 0 && <p className="note above-3">{t('rehearsal.andMorePlace', { more })}</p>}
    </MemberSection>
  )
}
