import { randomUUID } from 'node:crypto'
import { useSearchParams } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { RefundDialog } from '#app/pages/dashboard/money/refund-dialog.tsx'
import { refundFromForm } from '#app/pages/dashboard/money/refund-form.server.ts'
import { rowsInShortList, pageFromUrl, queryWith, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { requirePermission, type Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { listOpeningBalances } from '#domain/imports/opening-balances.server.ts'
import { findShare, setShare } from '#domain/ledger/shares.server.ts'
import { listLessons } from '#domain/lessons/roster/lesson-list.server.ts'
import { changeDuty } from '#domain/members/change-duty.server.ts'
import { linkGuardian, readFamilyOf, unlinkGuardian } from '#domain/members/guardians.server.ts'
import { officeDetailFields, type OfficeDetailsInput } from '#domain/members/new-member.input.ts'
import { addMemberNote, listMemberNotes, removeMemberNote } from '#domain/members/notes.server.ts'
import { sendPasswordResetLink } from '#domain/members/password-reset.server.ts'
import { changeContactDetails } from '#domain/members/profile.server.ts'
import { getMembershipOf } from '#domain/memberships/memberships.server.ts'
import { getClubPerson, personLists } from '#domain/overview/person.server.ts'
import { findRefundable } from '#domain/payments/refundable-payment.server.ts'
import { can, type Permission } from '#domain/permissions.ts'
import { closeAccount, readAccountDeletionOf } from '#domain/personal-data/account-deletion.server.ts'
import { cancelAccountDeletionOf } from '#domain/personal-data/cancel-deletion.server.ts'
import { listGiftOrders, refundGiftOrder } from '#domain/sales/gift-refunds.server.ts'
import { previewRetirement } from '#domain/trainers/retirement.server.ts'
import { stepDown } from '#domain/trainers/roles.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/member.ts'
import { CloseAccount, LeavingBanner } from './close-account.tsx'
import { DutyDialog } from './duty-dialog.tsx'
import { MemberActions } from './member-actions.tsx'
import { HeldBookings } from './member-bookings.tsx'
import { MemberHeader } from './member-header.tsx'
import { MemberSection } from './member-list-row.tsx'
import { MemberMembership } from './member-membership.tsx'
import { MemberLists, rowsPerList, type MemberListName } from './member-page-lists.tsx'
import { SendPasswordLink } from './send-password-link.tsx'
import { StepDownDialog } from './step-down-dialog.tsx'
import { stepDownResult } from './step-down-wording.ts'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, loaderData?.person.name ?? t('member.members'))

const lists: MemberListName[] = [...personLists, 'dates', 'given']

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const viewer = requirePermission(actor, 'members.read')
    const may = (permission: Permission) => can(viewer, permission)
    const query = new URL(request.url).searchParams
    const pages = Object.fromEntries(lists.map((list) => [list, pageFromUrl(request, list)])) as Record<
      MemberListName,
      number
    >
    const ranges = Object.fromEntries(
      personLists.map((list) => [list, pageRange(pages[list], rowsPerList(list))]),
    )
    const [found, leaving, share, refund] = await Promise.all([
      getClubPerson(actor, params.id, ranges),
      may('accounts.erase') ? readAccountDeletionOf(actor, params.id) : null,
      may('shares.manage') ? findShare(actor, params.id) : null,
      query.has('refund') ? findRefundable(actor, query.get('refund'), params.id) : null,
    ])
    // these need a valid person, which `getClubPerson` checked
    const dialog = query.get('ask')
    const [dates, given, retirement, notes, family, membership, balances, giftOrders] = await Promise.all([
      listLessons(actor, {
        memberId: found.person.id,
        isAhead: true,
        withClasses: true,
        ...pageRange(pages.dates, rowsInShortList),
      }),
      share &&
        listLessons(actor, {
          trainerId: share.trainerId,
          isAhead: true,
          withClasses: true,
          ...pageRange(pages.given, rowsInShortList),
        }),
      dialog === 'step-down' ? previewRetirement(actor, found.person.id) : null,
      may('notes.write') ? listMemberNotes(actor, found.person.id) : [],
      readFamilyOf(actor, found.person.id),
      getMembershipOf(actor, found.person.id),
      listOpeningBalances(actor, found.person.id),
      may('refunds.make') ? listGiftOrders(actor, found.person.id) : [],
    ])
    return {
      ...found,
      share,
      refund,
      // one key for each opened form, so that a double submission is one refund
      requestKey: randomUUID(),
      dates,
      given,
      notes,
      family,
      membership,
      managesMemberships: may('memberships.manage'),
      balances,
      giftOrders,
      pages,
      dialog,
      retirement,
      hasMail: sendsMail(),
      leaving,
      isSelf: viewer.id === params.id,
      timeZone: club.timeZone,
    }
  },
)

export const action = createAction(
  async ({ actor, params: { id }, page, request, readForm }: Route.ActionArgs & ActionContext) => {
    requirePermission(actor, 'members.read')
    const { fields } = await readForm()
    const intent = readIntent(fields, [
      'refund',
      'refund-gift',
      'contact',
      'note',
      'remove-note',
      'guardian',
      'remove-guardian',
      'share',
      'link',
      'close',
      'keep',
      'step-down',
      'duty',
    ])
    const field = (name: string) => fields.get(name) ?? ''
    const text =
      intent === 'refund'
        ? await refundFromForm(actor, fields)
        : await runIntent(actor, id, intent, field, page.address)
    const query = queryWith(new URL(request.url).searchParams, lists)
    return redirectWithToast(`/dashboard/members/${id}${query && `?${query}`}`, { text })
  },
)

async function runIntent(
  actor: Actor,
  id: string,
  intent:
    | 'refund-gift'
    | 'contact'
    | 'note'
    | 'remove-note'
    | 'guardian'
    | 'remove-guardian'
    | 'share'
    | 'link'
    | 'close'
    | 'keep'
    | 'step-down'
    | 'duty',
  field: (name: string) => string,
  address: string,
): Promise<string> {
  switch (intent) {
    case 'contact': {
      const details = Object.fromEntries(officeDetailFields.map((name) => [name, field(name)]))
      return t('member.theContactDetailsOf', {
        name: (await changeContactDetails(actor, id, details as OfficeDetailsInput)).name,
      })
    }
    case 'refund-gift': {
      const { giftCents, currency } = await refundGiftOrder(actor, field('orderId'), {
        reason: field('reason'),
      })
      return t('giftRefund.isBack', { amount: formatMoneyWithCents(giftCents, currency) })
    }
    case 'note':
      await addMemberNote(actor, id, { words: field('words') })
      return t('member.theNoteIsWritten')
    case 'remove-note':
      await removeMemberNote(actor, id, field('noteId'))
      return t('member.theNoteIsRemoved')
    case 'guardian':
      return t('member.booksAndPaysFor', {
        name: (await linkGuardian(actor, id, { guardian: field('guardian') })).name,
      })
    case 'remove-guardian':
      await unlinkGuardian(actor, id, field('guardianId'))
      return t('member.theGuardianIsRemoved')
    case 'share': {
      const share = { percent: field('percent'), countsFrom: field('countsFrom') }
      return t('member.theShareOfIs', { name: (await setShare(actor, id, share)).name })
    }
    case 'link':
      return t('member.aLinkIsOn', { email: (await sendPasswordResetLink(actor, id, address)).email })
    case 'close': {
      const { name, deletionDate } = await closeAccount(actor, id, {
        when: field('when'),
        reason: field('reason'),
      })
      return deletionDate === null
        ? t('member.theAccountOfIs', { name })
        : t('member.theAccountOfWill', {
            name,
            deletionDate: endSentence(formatDate(deletionDate, (await clubFacts()).timeZone)),
          })
    }
    case 'keep':
      return t('member.theAccountOfStays', { name: (await cancelAccountDeletionOf(actor, id)).name })
    case 'duty': {
      const duty = field('duty') === 'reception' ? 'reception' : null
      const { name } = await changeDuty(actor, id, duty)
      return duty ? t('member.isAtReceptionNow', { name }) : t('member.isNoLongerAt', { name })
    }
    case 'step-down':
      return stepDownResult(await stepDown(actor, id, { reason: field('reason') }))
  }
}

export { clientAction } from '#app/forms/client-action.ts'

export default function Member({ loaderData, actionData }: Route.ComponentProps) {
  const { person, held, leaving, dialog, retirement, isSelf, hasMail, refund, requestKey, timeZone } =
    loaderData
  const [query] = useSearchParams()
  // each list stays on its page while a dialog opens or closes
  const addressOf = (parameters?: Record<string, string>) =>
    `?${queryWith(query, Object.keys(loaderData.pages), parameters)}`
  const closeTo = addressOf()
  const problem = problemOf(actionData)
  const problemOfForm = (name: string) => (submittedValues(problem)?.get('intent') === name ? problem : null)
  const isGone = person.erasedAt !== null
  return (
    <>
      <BackLink to="/dashboard/members">{t('member.members')}</BackLink>
      <MemberHeader person={person} timeZone={timeZone} />
      <div className="with-side member">
        {(held.length > 0 || leaving?.leavingSince) && (
          <div className="member-todos">
            {held.length > 0 && (
              <MemberSection heading={t('member.waiting')} empty="" count={held.length}>
                <HeldBookings held={held} personId={person.id} timeZone={timeZone} />
              </MemberSection>
            )}
            {leaving?.leavingSince && (
              <LeavingBanner leaving={leaving} problem={problemOfForm('keep')} timeZone={timeZone} />
            )}
          </div>
        )}
        {!isGone && (
          <MemberActions
            person={person}
            hasHold={held.length > 0}
            hasMail={hasMail}
            canClose={leaving !== null && !isSelf && person.role !== 'admin'}
            dialogUrl={(name) => addressOf({ ask: name })}
          />
        )}
        <div className="rest">
          {loaderData.membership && (
            <MemberMembership
              membership={loaderData.membership}
              canManage={loaderData.managesMemberships}
              timeZone={timeZone}
            />
          )}
          <MemberLists
            {...loaderData}
            refundUrl={(paymentId) => addressOf({ refund: paymentId })}
            problemOfShare={problemOfForm('share')}
            problemOfContact={problemOfForm('contact')}
            problemOfNote={problemOfForm('note')}
            problemOfGift={problemOfForm('refund-gift')}
            problemOfGuardian={problemOfForm('guardian')}
          />
        </div>
      </div>
      {dialog === 'link' && hasMail && !isGone && person.email !== null && (
        <SendPasswordLink
          name={person.name}
          email={person.email}
          closeTo={closeTo}
          problem={problemOfForm('link')}
        />
      )}
      {dialog === 'duty' && !isGone && (
        <DutyDialog person={person} closeTo={closeTo} problem={problemOfForm('duty')} />
      )}
      {dialog === 'step-down' && (person.role === 'trainer' || person.role === 'applied') && (
        <StepDownDialog
          name={person.name}
          retirement={retirement}
          closeTo={closeTo}
          problem={problemOfForm('step-down')}
        />
      )}
      {dialog === 'close' && leaving && !isSelf && person.role !== 'admin' && (
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
