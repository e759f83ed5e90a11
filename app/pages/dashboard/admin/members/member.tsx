import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { Form, Link, redirect } from 'react-router'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { findShare, setShare } from '#domain/ledger/shares.server.ts'
import { listLessons } from '#domain/lessons/lesson-list.server.ts'
import { canSendLinks, sendNewPasswordLink } from '#domain/members/forgotten.server.ts'
import { closeAccount, readLeavingOf } from '#domain/own-data/leaving.server.ts'
import { keepAccount } from '#domain/own-data/staying.server.ts'
import { findRefundable } from '#domain/payments/refundable.server.ts'
import { getClubPerson } from '#domain/overview/people.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { problemOf, typedIn } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { leaveFlash } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { roleNames } from '#app/frame/viewer.ts'
import { formatDate, formatTime } from '#words/format.ts'
import { titleOf } from '#app/pages/dashboard/admin/audit-words.ts'
import { RefundDialog } from '#app/pages/dashboard/admin/refund-dialog.tsx'
import { refundAsAsked } from '#app/pages/dashboard/admin/refund.server.ts'
import { fewRowsAPage, pageOf, stretchOf } from '#app/pages/dashboard/paging.ts'
import { PersonsDates } from './persons-dates.tsx'
import { CloseAccount } from './close-account.tsx'
import { Lines } from './lines.tsx'
import { PersonsHours } from './persons-hours.tsx'
import { StepDown } from './step-down.tsx'
import { TrainersShareOf } from './trainers-share.tsx'
import type { Route } from './+types/member.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.person.name ?? 'Members')

export const loader = load(async ({ actor, params, request, page: { club } }: Route.LoaderArgs & Caller) => {
  const datesPage = pageOf(request, 'dates')
  const givenPage = pageOf(request, 'given')
  const [found, leaving, share, refund] = await Promise.all([
    getClubPerson(actor, params.id),
    readLeavingOf(actor, params.id),
    findShare(actor, params.id),
    findRefundable(actor, new URL(request.url).searchParams.get('refund'), params.id),
  ])
  // only now is the id known to be somebody's
  const [dates, given] = await Promise.all([
    listLessons(actor, { memberId: found.person.id, ...stretchOf(datesPage, fewRowsAPage) }),
    share && listLessons(actor, { trainerId: share.trainerId, ...stretchOf(givenPage, fewRowsAPage) }),
  ])
  return {
    ...found,
    share,
    refund,
    // one key for each opened form: sending it twice is one request
    requestKey: randomUUID(),
    dates,
    given,
    datesPage,
    givenPage,
    hasMail: canSendLinks(),
    leaving,
    isSelf: actor.kind === 'person' && actor.id === params.id,
    timeZone: club.timeZone,
  }
})

export const action = act(async ({ actor, params: { id }, page, readForm }: Route.ActionArgs & Sender) => {
  requireRole(actor, 'admin')
  const { fields } = await readForm()
  const field = (name: string) => fields.get(name) ?? ''
  const text =
    field('act') === 'refund'
      ? await refundAsAsked(actor, fields)
      : await doFor(actor, id, field, page.address)
  const headers = { 'Set-Cookie': await leaveFlash({ text }) }
  return redirect(`/dashboard/members/${id}`, { headers })
})

async function doFor(
  actor: Actor,
  id: string,
  field: (name: string) => string,
  address: string,
): Promise<string> {
  switch (field('act')) {
    case 'share': {
      const share = { percent: field('percent'), countsFrom: field('countsFrom') }
      return `The share of ${(await setShare(actor, id, share)).name} is set.`
    }
    case 'link':
      return `A link is on its way to ${(await sendNewPasswordLink(actor, id, address)).email}.`
    case 'close': {
      const { name, goesOn } = await closeAccount(actor, id, { when: field('when'), reason: field('reason') })
      return goesOn === null
        ? `The account of ${name} is deleted.`
        : `The account of ${name} goes on ${formatDate(goesOn, (await clubFacts()).timeZone)}.`
    }
    case 'keep':
      return `The account of ${(await keepAccount(actor, id)).name} stays.`
    default:
      return `${(await stepDown(actor, id, { reason: field('reason') })).name} is a member again.`
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { person, hours, dates, given, letters, acts, done, share, refund, hasMail, leaving, timeZone } =
    loaderData
  const problem = problemOf(actionData)
  const problemOfForm = (name: string) => (typedIn(problem)?.get('act') === name ? problem : null)
  const moment = (at: Date) => `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`
  return (
    <>
      <Link className="show back" to="/dashboard/members">
        <ArrowLeft className="icon" aria-hidden="true" />
        Members
      </Link>
      <div className="person-head">
        <PortraitPicture portrait={person.portrait} alt="" ratio="4-5" sizes="112px" />
        <div>
          <h1>{person.name}</h1>
          {person.erasedAt ? (
            <p className="subtitle">Deleted on {formatDate(person.erasedAt, timeZone)}</p>
          ) : (
            <>
              <p className="subtitle">
                {roleNames[person.role]} since {formatDate(person.createdAt, timeZone)},{' '}
                <a href={`mailto:${person.email}`}>{person.email}</a>
              </p>
              <p className="note">
                {waysToSignIn(person.waysToSignIn)}
                {person.lastSeenAt
                  ? ` Signed in, last seen ${moment(person.lastSeenAt)}.`
                  : ' Not signed in just now.'}
              </p>
            </>
          )}
        </div>
      </div>
      {!person.erasedAt && (
        <WhatToDo personId={person.id} name={person.name} hasHour={hours.some(isOpen)} hasMail={hasMail} />
      )}
      <Part heading="Hours" empty="No hour yet" count={hours.length}>
        <PersonsHours
          hours={hours}
          personId={person.erasedAt ? null : person.id}
          name={person.name}
          timeZone={timeZone}
        />
      </Part>
      <Part heading="Dates ahead" empty="No date ahead" count={dates.total}>
        <PersonsDates lessons={dates} page={loaderData.datesPage} parameter="dates" />
      </Part>
      {given && (
        <Part heading="Hours they give" empty="No hour ahead" count={given.total}>
          <PersonsDates lessons={given} page={loaderData.givenPage} parameter="given" isTrainers />
        </Part>
      )}
      <Part heading="Letters" empty="No letter yet" count={letters.length}>
        <Lines
          of="letters"
          lines={letters.map(({ id, subject, queuedAt, handedOverAt, failedAt }) => ({
            key: id,
            what: subject,
            when: `${moment(queuedAt)}, ${handedOverAt ? 'handed over' : failedAt ? 'not taken' : 'on its way'}`,
          }))}
        />
      </Part>
      <Part heading="Their activity log" empty="Nothing yet" count={acts.length}>
        <Lines
          of="of the activity log"
          lines={acts.map(({ id, summary, detail, times, happenedAt }) => ({
            key: String(id),
            what: [summary, detail, times > 1 && `${times} times`].filter(Boolean).join(', '),
            when: moment(happenedAt),
          }))}
        />
      </Part>
      <Part heading="What was done for them" empty="Nothing yet" count={done.length}>
        <Lines
          of="things done"
          lines={done.map(({ actorName, happenedAt, id, ...entry }) => ({
            key: String(id),
            what: titleOf({ ...entry, subjectName: person.name }),
            when: `${actorName ?? 'The club itself'}, ${moment(happenedAt)}`,
          }))}
        />
      </Part>
      {share && <TrainersShareOf share={share} name={person.name} problem={problemOfForm('share')} />}
      {(person.role === 'trainer' || person.role === 'applied') && (
        <StepDown name={person.name} role={person.role} problem={problemOfForm('step-down')} />
      )}
      {leaving && !loaderData.isSelf && (
        <CloseAccount
          name={person.name}
          leaving={leaving}
          problem={problemOfForm('close')}
          timeZone={timeZone}
        />
      )}
      {refund && (
        <RefundDialog
          key={refund.paymentId}
          payment={refund}
          problem={problem}
          closeTo="?"
          requestKey={loaderData.requestKey}
          timeZone={timeZone}
        />
      )}
    </>
  )
}

type WhatToDoProps = { personId: string; name: string; hasHour: boolean; hasMail: boolean }

function WhatToDo({ personId, name, hasHour, hasMail }: WhatToDoProps) {
  return (
    <>
      <div className="button-row above-4">
        <LinkButton to={`/dashboard/bookFor/${personId}`} variant={hasHour ? undefined : 'primary'}>
          Book an hour
        </LinkButton>
        {hasMail && (
          <Form method="post">
            <input type="hidden" name="act" value="link" />
            <Button>Send a link for a new password</Button>
          </Form>
        )}
      </div>
      <p className="note above-3">
        {!hasMail && 'This club sends no mail: the operator makes links for new passwords. '}
        Whatever you do here is in the audit log, and {name} reads it in their activity log and by mail.
      </p>
    </>
  )
}

function waysToSignIn(ways: string[] | null): string {
  const names = (ways ?? []).map((way) => (way === 'credential' ? 'a password' : capitalGoogle(way)))
  return names.length === 0 ? 'Has no way to sign in.' : `Signs in with ${names.join(' and ')}.`
}

const capitalGoogle = (way: string) => way.charAt(0).toUpperCase() + way.slice(1)

const isOpen = ({ state }: { state: string }) => state === 'held' || state === 'paying'

type PartProps = { heading: string; empty: string; count: number; children: ReactNode }

function Part({ heading, empty, count, children }: PartProps) {
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
      </header>
      {count === 0 ? <p className="note">{empty}.</p> : children}
    </section>
  )
}
