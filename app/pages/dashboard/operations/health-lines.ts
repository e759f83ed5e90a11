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

/** Result of one health check. */
export type HealthLine = {
  part: string
  text: string
  /** Advice; null if the check passed. */
  todo: string | null
  /** Page with details. */
  to: string | null
}

const gigabyte = 1024 ** 3
const slowMs = 500

export function healthLines(health: ClubHealth, timeZone: string): HealthLine[] {
  const momentOf = (moment: Date) => `${formatDate(moment, timeZone)}, ${formatTime(moment, timeZone)}`
  return [
    websiteLine(health),
    databaseLine(health),
    clockLine(health),
    workLine(health),
    lettersLine(health),
    cardsLine(health, momentOf),
    ...noticesLines(health, momentOf),
    holdsLine(health),
    backupsLine(health, momentOf),
    diskLine(health),
    ...backupDiskLines(health),
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
  const count = `${formatNumber(answered)} ${answered === 1 ? 'request' : 'requests'} to this process in the last 24 hours`
  return {
    part: 'Website',
    text: failed === 0 ? `${count}, none failed.` : `${count}, ${formatNumber(failed)} failed.`,
    todo: failed === 0 ? null : 'The club’s log says which: look for “A request failed”.',
    to: null,
  }
}

const databaseLine = ({ database, databaseMs }: ClubHealth): HealthLine => ({
  part: 'Database',
  text: `PostgreSQL ${database} answered in ${databaseMs} ms.`,
  todo:
    databaseMs > slowMs
      ? 'That’s slow. Reload this page; if it stays slow, ask whoever runs the website.'
      : null,
  to: null,
})

const clockLine = ({ clockAheadSeconds: ahead }: ClubHealth): HealthLine =>
  isClockSkewed(ahead)
    ? {
        part: 'Clock',
        text: `The machine’s clock is ${durationOf(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the database’s, which the club goes by.`,
        todo: 'Ask whoever runs the website to sync both by NTP: otherwise payment notices are refused.',
        to: null,
      }
    : { part: 'Clock', text: 'The machine and the database agree on the time.', todo: null, to: null }

function workLine({ jobs, failedJobs }: ClubHealth): HealthLine {
  const [oldest] = jobs.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)
  const line = { part: 'Background work', to: failedJobs > 0 ? '/dashboard/failedJobs' : null }
  if (oldest && areJobsLate(oldest.oldestSeconds))
    return {
      ...line,
      text: `A task has been waiting for ${durationOf(oldest.oldestSeconds)}: ${jobName(oldest.queue)}.`,
      todo: 'Ask whoever runs the website to check that a process runs with WORKERS=on.',
    }
  if (failedJobs > 0)
    return {
      ...line,
      text: `${formatCount(failedJobs, 'task', 'tasks')} failed after many tries.`,
      todo: 'See which, and do by hand what they were for.',
    }
  return { ...line, text: 'Nothing late, nothing failed.', todo: null }
}

function lettersLine({ carrier, letters: { waiting, oldestSeconds, failed } }: ClubHealth): HealthLine {
  const line = { part: 'Emails', to: '/dashboard/undelivered' }
  if (carrier === 'folder')
    return {
      ...line,
      text: 'No mail server is set up, so no emails go out.',
      todo: 'Ask whoever runs the website to set SMTP_URL and MAIL_FROM.',
    }
  if (failed > 0)
    return {
      ...line,
      text: `${formatCount(failed, 'email', 'emails')} could not be delivered.`,
      todo: 'See whose, and send them again once the address or the mail server is right.',
    }
  const text = `${formatCount(waiting, 'email is', 'emails are')} waiting for the next try`
  if (areLettersLate(oldestSeconds))
    return {
      ...line,
      text: `${text}, the oldest for ${durationOf(oldestSeconds)}.`,
      todo: 'Ask whoever runs the website to check the mail server in SMTP_URL.',
    }
  return { ...line, text: waiting === 0 ? 'None are waiting.' : `${text}.`, todo: null, to: null }
}

function cardsLine({ cards, failedRefunds, now }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: 'Cards', to: failedRefunds > 0 ? '/dashboard/balance' : null }
  if (failedRefunds > 0)
    return {
      ...line,
      text: `${formatCount(failedRefunds, 'refund', 'refunds')} did not go through; the money is still owed.`,
      todo: 'Try again, or settle it another way.',
    }
  if (cards.name === 'none')
    return {
      ...line,
      text: 'No card processor is set up, so no one can pay by card.',
      todo: 'Ask whoever runs the website to set STRIPE_SECRET_KEY and the two that go with it.',
    }
  const kind =
    cards.name === 'sandbox'
      ? 'The demo club’s own cards, which are never charged'
      : cards.isLive
        ? 'Real money'
        : 'Test cards only, real cards are refused'
  const trouble = cards.trouble && `Last trouble, ${momentOf(cards.trouble.at)}: ${cards.trouble.says}`
  return {
    ...line,
    text: trouble ? `${kind}. ${trouble}` : `${kind}. No trouble since the start.`,
    todo:
      cards.trouble && isRecent(cards.trouble.at, now)
        ? 'Requests are retried automatically. If it lasts, check the processor’s status page.'
        : null,
  }
}

function noticesLines({ notices }: ClubHealth, momentOf: MomentOf): HealthLine[] {
  if (notices === null) return []
  const { lastAt, missing, hasEndpoint } = notices
  const text = lastAt ? `The last notice came on ${momentOf(lastAt)}.` : 'No notice has come yet.'
  return [{ part: 'Card notices', text, todo: noticesTodo(hasEndpoint, missing ?? []), to: null }]
}

function noticesTodo(hasEndpoint: boolean | null, missing: string[]): string | null {
  if (hasEndpoint === false)
    return 'The card processor doesn’t know this club’s address. Ask whoever runs the website to add the webhook.'
  if (missing.length === 0) return null
  return `Ask whoever runs the website to enable ${missing.join(', ')} at the card processor. Until then they are seen with a delay of an hour.`
}

const holdsLine = ({ holds: { held, paying } }: ClubHealth): HealthLine => ({
  part: 'Hours on hold',
  text: `${formatCount(held, 'hour is', 'hours are')} held, ${formatCount(paying, 'is', 'are')} being paid.`,
  todo: null,
  to: null,
})

function backupsLine({ backups }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: 'Backups', to: '/dashboard/backups' }
  if (backups.length === 0)
    return {
      ...line,
      text: 'Backups are off.',
      todo: 'Ask whoever runs the website to set BACKUP_DIR to a folder, ideally on another disk.',
    }
  const texts = backups.map(({ kind, isKnown, newest }) => {
    if (!isKnown) return `The ${kind} has not answered yet.`
    const where = backups.length > 1 ? ` in the ${kind}` : ''
    return newest === null ? `There is none${where} yet.` : `The newest${where} is from ${momentOf(newest)}.`
  })
  const late = backups.filter(({ isLate }) => isLate).map(({ kind }) => lateAdvice[kind])
  return { ...line, text: texts.join(' '), todo: late.join(' ') || null }
}

const lateAdvice = {
  folder: 'Ask whoever runs the website to check that BACKUP_DIR is writable and has room.',
  bucket:
    'Ask whoever runs the website to check that the bucket of BACKUP_S3_BUCKET_URL accepts its key and has room.',
}

function diskLine({ freeBytes }: ClubHealth): HealthLine {
  const line = { part: 'Disk', to: null }
  if (freeBytes === null) return { ...line, text: 'Nothing is stored yet.', todo: null }
  return {
    ...line,
    text: `${(freeBytes / gigabyte).toFixed(1)} GB are free where the pictures are stored.`,
    todo: isDiskLow(freeBytes)
      ? 'Ask whoever runs the website to free some space: a full disk takes no bookings.'
      : null,
  }
}

function backupDiskLines({ backupFreeBytes }: ClubHealth): HealthLine[] {
  if (backupFreeBytes === null) return []
  return [
    {
      part: 'Disk of the backups',
      text: `${(backupFreeBytes / gigabyte).toFixed(1)} GB are free where the backups are stored.`,
      todo: isDiskLow(backupFreeBytes)
        ? 'Ask whoever runs the website to free some space: a full disk takes no backups.'
        : null,
      to: null,
    },
  ]
}

/** `40 seconds`, `12 minutes`, `3 hours`, `2 days`. */
function durationOf(seconds: number): string {
  if (seconds < 60) return formatCount(Math.floor(seconds), 'second', 'seconds')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return formatCount(minutes, 'minute', 'minutes')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? formatCount(hours, 'hour', 'hours') : formatCount(Math.floor(hours / 24), 'day', 'days')
}
