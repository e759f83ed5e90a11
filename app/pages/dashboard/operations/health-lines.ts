import {
  isClockSkewed,
  isDiskLow,
  areLettersLate,
  isRecent,
  areJobsLate,
} from '#domain/overview/health.rules.ts'
import type { ClubHealth } from '#domain/overview/health.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import { jobName } from './job-names.ts'

/** One thing that the club stands on. */
export type HealthLine = {
  part: string
  text: string
  /** What to do about it; null while it is well. */
  todo: string | null
  /** Where more of it stands. */
  to: string | null
}

const gigabyte = 1024 ** 3
const slowMs = 500

/** How the club is doing, a line for each thing it stands on. */
export function healthLines(health: ClubHealth, timeZone: string): HealthLine[] {
  const momentOf = (moment: Date) => `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone)}`
  return [
    websiteLine(health),
    databaseLine(health),
    clockLine(health),
    workLine(health),
    lettersLine(health),
    cardsLine(health, momentOf),
    holdsLine(health),
    backupsLine(health, momentOf),
    diskLine(health),
    {
      part: 'Version',
      text: `Palestra ${health.version} on Node ${health.node}, running since ${momentOf(health.openSince)}.`,
      todo: null,
      to: null,
    },
  ]
}

type MomentOf = (moment: Date) => string

function websiteLine({ answers: { answered, failed } }: ClubHealth): HealthLine {
  const told = `${formatNumber(answered)} ${answered === 1 ? 'answer' : 'answers'} in the last 24 hours`
  return {
    part: 'Website',
    text: failed === 0 ? `${told}, and none failed.` : `${told}; ${formatNumber(failed)} failed.`,
    todo: failed === 0 ? null : 'The log of the club says which: look for “A request failed”.',
    to: null,
  }
}

const databaseLine = ({ database, databaseMs }: ClubHealth): HealthLine => ({
  part: 'Database',
  text: `PostgreSQL ${database} answered in ${databaseMs} ms.`,
  todo:
    databaseMs > slowMs
      ? 'That is slow. Look at this page again; if it stays so, ask whoever runs it.'
      : null,
  to: null,
})

const clockLine = ({ clockAheadSeconds: ahead }: ClubHealth): HealthLine =>
  isClockSkewed(ahead)
    ? {
        part: 'Clock',
        text: `The machine’s clock is ${durationOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the database’s, by which the club goes.`,
        todo: 'Whoever runs the club sets both by NTP: notices of payments are refused otherwise.',
        to: null,
      }
    : { part: 'Clock', text: 'The machine and the database agree on the time.', todo: null, to: null }

function workLine({ jobs, failedJobs }: ClubHealth): HealthLine {
  const [oldest] = jobs.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)
  const line = { part: 'Background work', to: failedJobs > 0 ? '/dashboard/failedJobs' : null }
  if (oldest && areJobsLate(oldest.oldestSeconds))
    return {
      ...line,
      text: `Work waits for ${durationOf(oldest.oldestSeconds)}: ${jobName(oldest.queue)}.`,
      todo: 'Whoever runs the club looks that a process of it runs with WORKERS=on.',
    }
  if (failedJobs > 0)
    return {
      ...line,
      text: `${formatCount(failedJobs, 'task', 'tasks')} failed after many tries.`,
      todo: 'Look which, and do what they were for by hand.',
    }
  return { ...line, text: 'Nothing is late, and nothing failed.', todo: null }
}

function lettersLine({ carrier, letters: { waiting, oldestSeconds, failed } }: ClubHealth): HealthLine {
  const line = { part: 'Letters', to: '/dashboard/undelivered' }
  if (carrier === 'folder')
    return {
      ...line,
      text: 'No mail server is set up, so nobody gets a letter.',
      todo: 'Whoever runs the club sets SMTP_URL and MAIL_FROM.',
    }
  if (failed > 0)
    return {
      ...line,
      text: `${formatCount(failed, 'letter', 'letters')} could not be delivered.`,
      todo: 'Look whose, and send them again once their address or the mail server is right.',
    }
  const says = `${formatCount(waiting, 'letter waits', 'letters wait')} for the next try`
  if (areLettersLate(oldestSeconds))
    return {
      ...line,
      text: `${says}, the oldest for ${durationOf(oldestSeconds)}.`,
      todo: 'Whoever runs the club looks at the mail server of SMTP_URL.',
    }
  return { ...line, text: waiting === 0 ? 'All are on their way.' : `${says}.`, todo: null, to: null }
}

function cardsLine({ cards, failedRefunds, now }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: 'Cards', to: failedRefunds > 0 ? '/dashboard/balance' : null }
  if (failedRefunds > 0)
    return {
      ...line,
      text: `${formatCount(failedRefunds, 'refund', 'refunds')} did not go through; the money is still owed.`,
      todo: 'Ask for it again, or settle it otherwise.',
    }
  if (cards.name === 'none')
    return {
      ...line,
      text: 'No card processor is set up, so nobody pays by card.',
      todo: 'Whoever runs the club sets STRIPE_SECRET_KEY and the two that go with it.',
    }
  const kind =
    cards.name === 'sandbox'
      ? 'The demo club’s own cards: none is ever charged'
      : `Real ${cards.isLive ? 'money' : 'cards are refused: test cards only'}`
  const trouble = cards.trouble && `Its last trouble, ${momentOf(cards.trouble.at)}: ${cards.trouble.says}`
  return {
    ...line,
    text: trouble ? `${kind}. ${trouble}` : `${kind}, and no trouble since the start.`,
    todo:
      cards.trouble && isRecent(cards.trouble.at, now)
        ? 'What it was asked is asked again by itself. If it lasts, look at the processor’s own page of incidents.'
        : null,
  }
}

const holdsLine = ({ holds: { held, paying } }: ClubHealth): HealthLine => ({
  part: 'Hours on hold',
  text: `${formatCount(held, 'hour is', 'hours are')} held, and ${formatCount(paying, 'is', 'are')} being paid.`,
  todo: null,
  to: null,
})

function backupsLine({ backups }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: 'Backups', to: '/dashboard/backups' }
  if (backups.length === 0)
    return {
      ...line,
      text: 'Nobody backs up this club.',
      todo: 'Whoever runs the club sets BACKUP_DIR to a folder, best on another disk.',
    }
  const says = backups.map(({ kind, isKnown, newest }) => {
    if (!isKnown) return `The ${kind} has not answered yet.`
    const where = backups.length > 1 ? ` in the ${kind}` : ''
    return newest === null ? `There is none${where} yet.` : `The newest${where} is of ${momentOf(newest)}.`
  })
  const late = backups.filter(({ isLate }) => isLate).map(({ kind }) => whyLate[kind])
  return { ...line, text: says.join(' '), todo: late.join(' ') || null }
}

const whyLate = {
  folder: 'Whoever runs the club looks whether BACKUP_DIR can be written to and has room.',
  bucket:
    'Whoever runs the club looks whether the bucket of BACKUP_S3_BUCKET_URL takes its key and has room.',
}

function diskLine({ freeBytes }: ClubHealth): HealthLine {
  const line = { part: 'Disk', to: null }
  if (freeBytes === null) return { ...line, text: 'Nothing was stored on it yet.', todo: null }
  return {
    ...line,
    text: `${(freeBytes / gigabyte).toFixed(1)} GB are free where the pictures lie.`,
    todo: isDiskLow(freeBytes) ? 'Whoever runs the club makes room: a full disk takes no bookings.' : null,
  }
}

/** `40 seconds`, `12 minutes`, `3 hours`, `2 days`. */
function durationOf(seconds: number): string {
  if (seconds < 60) return formatCount(Math.floor(seconds), 'second', 'seconds')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return formatCount(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? formatCount(hours, 'hour', 'hours') : formatCount(Math.floor(hours / 24), 'day', 'days')
}
