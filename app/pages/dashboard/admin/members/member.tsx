import { randomUUID } from 'node:crypto'
import { ArrowLeft } from 'lucide'
import { Link, useSearchParams } from 'react-router'
import { requireRole, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { findShare, setShare } from '#domain/ledger/shares.server.ts'
import { listLessons } from '#domain/lessons/lesson-list.server.ts'
import { sendNewPasswordLink } from '#domain/members/forgotten.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { closeAccount, readLeavingOf } from '#domain/own-data/leaving.server.ts'
import { keepAccount } from '#domain/own-data/staying.server.ts'
import { findRefundable } from '#domain/payments/refundable.server.ts'
import { getClubPerson, personsLists } from '#domain/overview/person.server.ts'
import { previewRetirement } from '#domain/trainers/retirement.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { problemOf, typedIn } from '#app/forms/form-problem.ts'
import { keepPage } from '#app/forms/keep-page.ts'
import { redirectSaying } from '#app/frame/flash.server.ts'
import { act, load, type Caller, type Sender } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { formatDate } from '#words/moments.ts'
import { RefundDialog } from '#app/pages/dashboard/admin/refund-dialog.tsx'
import { refundAsAsked } from '#app/pages/dashboard/admin/refund.server.ts'
import { fewRowsAPage, pageOf, queryWith, stretchOf } from '#app/pages/dashboard/paging.ts'
import { CloseAccount, LeavingBand } from './close-account.tsx'
import { ForPerson } from './for-person.tsx'
import { PersonHead } from './person-head.tsx'
import { HeldHours } from './persons-hours.tsx'
import { PersonsLists, rowsOf, type List } from './persons-lists.tsx'
import { Part } from './persons-rows.tsx'
import { SendLink } from './send-link.tsx'
import { StepDown } from './step-down.tsx'
import { tellStepDown } from './step-down-words.ts'
import type { Route } from './+types/member.ts'
import { Icon } from '#app/components/icon.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.person.name ?? 'Members')

const lists: List[] = [...personsLists, 'dates', 'given']

export const loader = load(async ({ actor, params, request, page: { club } }: Route.LoaderArgs & Caller) => {
  const asked = new URL(request.url).searchParams
  const pages = Object.fromEntries(lists.map((list) => [list, pageOf(request, list)])) as Record<List, number>
  const stretches = Object.fromEntries(
    personsLists.map((list) => [list, stretchOf(pages[list], rowsOf(list))]),
  )
  const [found, leaving, share, refund] = await Promise.all([
    getClubPerson(actor, params.id, stretches),
    readLeavingOf(actor, params.id),
    findShare(actor, params.id),
    findRefundable(actor, asked.get('refund'), params.id),
  ])
  // only now is the id known to be somebody's
  const ask = asked.get('ask')
  const [dates, given, retirement] = await Promise.all([
    listLessons(actor, { memberId: found.person.id, ...stretchOf(pages.dates, fewRowsAPage) }),
    share && listLessons(actor, { trainerId: share.trainerId, ...stretchOf(pages.given, fewRowsAPage) }),
    ask === 'step-down' ? previewRetirement(actor, found.person.id) : null,
  ])
  return {
    ...found,
    share,
    refund,
    // one key for each opened form: sending it twice is one request
    requestKey: randomUUID(),
    dates,
    given,
    pages,
    ask,
    retirement,
    hasMail: sendsMail(),
    leaving,
    isSelf: actor.kind === 'person' && actor.id === params.id,
    timeZone: club.timeZone,
  }
})

export const action = act(
  async ({ actor, params: { id }, page, request, readForm }: Route.ActionArgs & Sender) => {
    requireRole(actor, 'admin')
    const { fields } = await readForm()
    const field = (name: string) => fields.get(name) ?? ''
    const text =
      field('act') === 'refund'
        ? await refundAsAsked(actor, fields)
        : await doFor(actor, id, field, page.address)
    const query = queryWith(new URL(request.url).searchParams, lists)
    return redirectSaying(`/dashboard/members/${id}${query && `?${query}`}`, { text })
  },
)

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
      return tellStepDown(await stepDown(actor, id, { reason: field('reason') }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => keepPage(serverAction)

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { person, held, leaving, ask, retirement, isSelf, hasMail, refund, requestKey, timeZone } = loaderData
  const [asked] = useSearchParams()
  // whatever is asked, each list stays on its page
  const addressOf = (question?: Record<string, string>) =>
    `?${queryWith(asked, Object.keys(loaderData.pages), question)}`
  const closeTo = addressOf()
  const problem = problemOf(actionData)
  const problemOfForm = (name: string) => (typedIn(problem)?.get('act') === name ? problem : null)
  const isGone = person.erasedAt !== null
  return (
    <>
      <Link className="show back" to="/dashboard/members">
        <Icon of={ArrowLeft} />
        Members
      </Link>
      <PersonHead person={person} timeZone={timeZone} />
      <div className="with-side member">
        {(held.length > 0 || leaving?.leavingSince) && (
          <div className="waits">
            {held.length > 0 && (
              <Part heading="Waiting" empty="" count={held.length}>
                <HeldHours held={held} personId={person.id} timeZone={timeZone} />
              </Part>
            )}
            {leaving?.leavingSince && (
              <LeavingBand leaving={leaving} problem={problemOfForm('keep')} timeZone={timeZone} />
            )}
          </div>
        )}
        {!isGone && (
          <ForPerson
            person={person}
            hasHold={held.length > 0}
            hasMail={hasMail}
            canClose={leaving !== null && !isSelf && person.role !== 'admin'}
            askAt={(question) => addressOf({ ask: question })}
          />
        )}
        <div className="rest">
          <PersonsLists
            {...loaderData}
            refundAt={(paymentId) => addressOf({ refund: paymentId })}
            problemOfShare={problemOfForm('share')}
          />
        </div>
      </div>
      {ask === 'link' && hasMail && !isGone && (
        <SendLink name={person.name} email={person.email} closeTo={closeTo} problem={problemOfForm('link')} />
      )}
      {ask === 'step-down' && (person.role === 'trainer' || person.role === 'applied') && (
        <StepDown
          name={person.name}
          retirement={retirement}
          closeTo={closeTo}
          problem={problemOfForm('step-down')}
        />
      )}
      {ask === 'close' && leaving && !isSelf && person.role !== 'admin' && (
        <CloseAccount
          name={person.name}
          leaving={leaving}
          closeTo={closeTo}
          hasMail={hasMail}
          problem={problemOfForm('close')}
          timeZone={timeZone}
        />
      )}
      {refund && (
        <RefundDialog
          key={refund.paymentId}
          payment={refund}
          problem={problem}
          closeTo={closeTo}
          requestKey={requestKey}
          timeZone={timeZone}
        />
      )}
    </>
  )
}
