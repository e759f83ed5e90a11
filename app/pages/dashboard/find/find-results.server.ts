import type { Viewer } from '#app/frame/viewer.ts'
import { mayOpen, sections } from '#app/pages/dashboard/layout/dashboard-pages.ts'
import { maxOfAKind, type FindMatches } from '#domain/overview/find.server.ts'
import { can } from '#domain/permissions.ts'
import { formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { namedDay } from './named-day.ts'

export type Hit = { to: string; name: string; note: string; links: { to: string; name: string }[] }
export type HitGroup = { heading: string; hits: Hit[] }

const maxHits = 8
const hit = (to: string, name: string, note = '', links: Hit['links'] = []): Hit => ({
  to,
  name,
  note,
  links,
})

/** Returns the results by kind, at most eight: acts and dates, people, trainers, invoices, pages. */
export function findResults(viewer: Viewer, text: string, found: FindMatches): HitGroup[] {
  const groups: HitGroup[] = [
    { heading: t('findResults.people'), hits: found.people.map((person) => personHit(viewer, person)) },
    { heading: t('findResults.money'), hits: found.invoices.map(invoiceHit) },
  ]
  if (!found.isExact) {
    groups.unshift({ heading: t('findResults.dates'), hits: dayHits(viewer, text, found.today) })
    groups.push(
      {
        heading: t('navigation.trainers'),
        hits: found.trainers.map(({ id, name }) => hit(`/trainers/${id}`, name)),
      },
      { heading: t('findResults.pages'), hits: pageHits(viewer, text) },
    )
  }
  let left = maxHits
  return groups.flatMap(({ heading, hits }) => {
    const shown = hits.slice(0, Math.min(maxOfAKind, left))
    left -= shown.length
    return shown.length === 0 ? [] : { heading, hits: shown }
  })
}

function personHit(viewer: Viewer, { id, name, email }: FindMatches['people'][number]): Hit {
  const note = email ?? undefined
  if (id === null) return hit('/dashboard/manageMember', name, note)
  const links = email === null ? [] : [{ to: `mailto:${email}`, name: t('findResults.write') }]
  if (can(viewer, 'bookings.forMembers'))
    links.unshift({ to: `/dashboard/bookFor/${id}`, name: t('findResults.bookFor') })
  return hit(`/dashboard/members/${id}`, name, note, links)
}

const invoiceHit = ({ number, bookingId, buyerName }: FindMatches['invoices'][number]) =>
  hit(`/dashboard/receipt/${bookingId}`, number, buyerName)

/** A day, and what can be done on it: `24 dec`, `close 24 dec`, `away 24 dec`. */
function dayHits(viewer: Viewer, text: string, today: string): Hit[] {
  const [, verb, rest = ''] = /^(?:(close|away)\s+)?(.*)$/i.exec(text.trim()) ?? []
  const day = namedDay(rest, today)
  if (day === null) return []
  const date = formatFullDay(day)
  const all: (Hit | false)[] = [
    verb === undefined &&
      (can(viewer, 'roster.read')
        ? hit(`/dashboard/house?day=${day}`, t('findResults.whosInOn', { date }))
        : hit('/dashboard/week', t('findResults.yourDates'), date)),
    verb !== 'away' &&
      day >= today &&
      can(viewer, 'closures.manage') &&
      hit(
        `/dashboard/closures?fromDay=${day}`,
        t('findResults.closeTheClubOn', { date }),
        t('findResults.asksBeforeAnythingIs'),
      ),
    verb !== 'close' &&
      day >= today &&
      can(viewer, 'absences.declare') &&
      hit(`/dashboard/absences?fromDay=${day}`, t('findResults.aTrainerIsAway', { date })),
  ]
  return all.filter((each) => each !== false)
}

function pageHits(viewer: Viewer, text: string): Hit[] {
  const words = text.trim().toLowerCase()
  if (words.length < 2) return []
  return Object.values(sections).flatMap(({ names: [sectionName, ownNames], pages }) => {
    const section = (ownNames?.[viewer.role] ?? sectionName)()
    return pages
      .filter(({ path }) => !path.includes(':') && path !== 'find')
      .filter((page) => mayOpen(viewer, page))
      .filter(({ name, short = name }) => `${name()}\n${short()}\n${section}`.toLowerCase().includes(words))
      .map(({ path, name }) => hit(path === '' ? '/dashboard' : `/dashboard/${path}`, name(), section))
  })
}
