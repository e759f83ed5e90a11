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
import { t } from '#messages/t.ts'
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
const inGigabytes = (bytes: number) => (bytes / gigabyte).toFixed(1).replace('.', t('format.decimalSign'))
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
    ...pricesLines(health),
    holdsLine(health),
    backupsLine(health, momentOf),
    diskLine(health),
    ...backupDiskLines(health),
    {
      part: t('healthLines.version'),
      text: t('healthLines.palestraOnNodeRunning', {
        version: health.version,
        node: health.node,
        momentOf: momentOf(health.openSince),
      }),
      todo: null,
      to: null,
    },
  ]
}

type MomentOf = (moment: Date) => string

function websiteLine({ answers: { answered, failed } }: ClubHealth): HealthLine {
  const count = t('healthLines.requestToThisProcess', {
    answered: formatNumber(answered),
    answered2: answered,
  })
  return {
    part: t('healthLines.website'),
    text:
      failed === 0
        ? t('healthLines.noneFailed', { count })
        : t('healthLines.failed', { count, failed: formatNumber(failed) }),
    todo: failed === 0 ? null : t('healthLines.theClubsLogSays'),
    to: null,
  }
}

const databaseLine = ({ database, databaseMs }: ClubHealth): HealthLine => ({
  part: t('healthLines.database'),
  text: t('healthLines.postgresqlAnsweredInMs', { database, databaseMs }),
  todo: databaseMs > slowMs ? t('healthLines.thatsSlowReloadThis') : null,
  to: null,
})

const clockLine = ({ clockAheadSeconds: ahead }: ClubHealth): HealthLine =>
  isClockSkewed(ahead)
    ? {
        part: t('healthLines.clock'),
        text: t('healthLines.theMachinesClockIs', {
          durationOf: durationOf(Math.abs(ahead)),
          ahead: ahead > 0 ? 'yes' : 'no',
        }),
        todo: t('healthLines.askWhoeverRunsThe'),
        to: null,
      }
    : { part: t('healthLines.clock'), text: t('healthLines.theMachineAndThe'), todo: null, to: null }

function workLine({ jobs, failedJobs }: ClubHealth): HealthLine {
  const [oldest] = jobs.toSorted((one, other) => other.oldestSeconds - one.oldestSeconds)
  const line = { part: t('healthLines.backgroundWork'), to: failedJobs > 0 ? '/dashboard/failedJobs' : null }
  if (oldest && areJobsLate(oldest.oldestSeconds))
    return {
      ...line,
      text: t('healthLines.aTaskHasBeen', {
        durationOf: durationOf(oldest.oldestSeconds),
        jobName: jobName(oldest.queue),
      }),
      todo: t('healthLines.askWhoeverRunsThe2'),
    }
  if (failedJobs > 0)
    return {
      ...line,
      text: t('healthLines.taskFailedAfterMany', { failedJobs }),
      todo: t('healthLines.seeWhichAndDo'),
    }
  return { ...line, text: t('healthLines.nothingLateNothingFailed'), todo: null }
}

function lettersLine({ carrier, letters: { waiting, oldestSeconds, failed } }: ClubHealth): HealthLine {
  const line = { part: t('healthLines.emails'), to: '/dashboard/undelivered' }
  if (carrier === 'folder')
    return {
      ...line,
      text: t('healthLines.noMailServerIs'),
      todo: t('healthLines.askWhoeverRunsThe3'),
    }
  if (failed > 0)
    return {
      ...line,
      text: t('healthLines.emailCouldNotBe', { failed }),
      todo: t('healthLines.seeWhoseAndSend'),
    }
  const text = t('healthLines.emailIsWaitingFor', { waiting })
  if (areLettersLate(oldestSeconds))
    return {
      ...line,
      text: t('healthLines.theOldestFor', { text, durationOf: durationOf(oldestSeconds) }),
      todo: t('healthLines.askWhoeverRunsThe4'),
    }
  return { ...line, text: waiting === 0 ? t('healthLines.noneAreWaiting') : `${text}.`, todo: null, to: null }
}

function cardsLine({ cards, failedRefunds, now }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: t('healthLines.cards'), to: failedRefunds > 0 ? '/dashboard/balance' : null }
  if (failedRefunds > 0)
    return {
      ...line,
      text: t('healthLines.refundDidNotGo', { failedRefunds }),
      todo: t('healthLines.tryAgainOrSettle'),
    }
  if (cards.name === 'none')
    return {
      ...line,
      text: t('healthLines.noCardProcessorIs'),
      todo: t('healthLines.askWhoeverRunsThe5'),
    }
  const kind =
    cards.name === 'sandbox'
      ? t('healthLines.theDemoClubsOwn')
      : cards.isLive
        ? t('healthLines.realMoney')
        : t('healthLines.testCardsOnlyReal')
  const trouble =
    cards.trouble &&
    t('healthLines.lastTrouble', { momentOf: momentOf(cards.trouble.at), says: cards.trouble.says })
  return {
    ...line,
    text: trouble ? `${kind}. ${trouble}` : t('healthLines.noTroubleSinceThe', { kind }),
    todo:
      cards.trouble && isRecent(cards.trouble.at, now)
        ? t('healthLines.requestsAreRetriedAutomatically')
        : null,
  }
}

function noticesLines({ notices }: ClubHealth, momentOf: MomentOf): HealthLine[] {
  if (notices === null) return []
  const { lastAt, missing, hasEndpoint } = notices
  const text = lastAt
    ? t('healthLines.theLastNoticeCame', { momentOf: momentOf(lastAt) })
    : t('healthLines.noNoticeHasCome')
  return [
    { part: t('healthLines.cardNotices'), text, todo: noticesTodo(hasEndpoint, missing ?? []), to: null },
  ]
}

function noticesTodo(hasEndpoint: boolean | null, missing: string[]): string | null {
  if (hasEndpoint === false) return t('healthLines.theCardProcessorDoesnt')
  if (missing.length === 0) return null
  return t('healthLines.askWhoeverRunsThe6', { value: missing.join(', ') })
}

function pricesLines({ lowPrices }: ClubHealth): HealthLine[] {
  if (lowPrices === null || lowPrices === 0) return []
  return [
    {
      part: t('healthLines.prices'),
      text: t('healthLines.pricesTooLow', { lowPrices }),
      todo: t('healthLines.raiseOrWithdrawThem'),
      to: '/dashboard/offers',
    },
  ]
}

const holdsLine = ({ holds: { held, paying } }: ClubHealth): HealthLine => ({
  part: t('healthLines.hoursOnHold'),
  text: t('healthLines.hourIsHeldIs', { held, paying }),
  todo: null,
  to: null,
})

function backupsLine({ backups }: ClubHealth, momentOf: MomentOf): HealthLine {
  const line = { part: t('healthLines.backups'), to: '/dashboard/backups' }
  if (backups.length === 0)
    return {
      ...line,
      text: t('healthLines.backupsAreOff'),
      todo: t('healthLines.askWhoeverRunsThe7'),
    }
  const texts = backups.map(({ kind, isKnown, newest }) => {
    if (!isKnown) return t('healthLines.theHasNotAnswered', { kind })
    const where = backups.length > 1 ? t('healthLines.inThe', { kind }) : ''
    return newest === null
      ? t('healthLines.thereIsNoneYet', { where })
      : t('healthLines.theNewestIsFrom', { where, momentOf: momentOf(newest) })
  })
  const late = backups.filter(({ isLate }) => isLate).map(({ kind }) => lateAdvice()[kind])
  return { ...line, text: texts.join(' '), todo: late.join(' ') || null }
}

const lateAdvice = () => ({
  folder: t('healthLines.askWhoeverRunsThe8'),
  bucket: t('healthLines.askWhoeverRunsThe9'),
})

function diskLine({ freeBytes }: ClubHealth): HealthLine {
  const line = { part: t('healthLines.disk'), to: null }
  if (freeBytes === null) return { ...line, text: t('healthLines.nothingIsStoredYet'), todo: null }
  return {
    ...line,
    text: t('healthLines.gbAreFreeWhere', { value: inGigabytes(freeBytes) }),
    todo: isDiskLow(freeBytes) ? t('healthLines.askWhoeverRunsThe10') : null,
  }
}

function backupDiskLines({ backupFreeBytes }: ClubHealth): HealthLine[] {
  if (backupFreeBytes === null) return []
  return [
    {
      part: t('healthLines.diskOfTheBackups'),
      text: t('healthLines.gbAreFreeWhere2', { value: inGigabytes(backupFreeBytes) }),
      todo: isDiskLow(backupFreeBytes) ? t('healthLines.askWhoeverRunsThe11') : null,
      to: null,
    },
  ]
}

/** `40 seconds`, `12 minutes`, `3 hours`, `2 days`. */
function durationOf(seconds: number): string {
  if (seconds < 60) return t('healthLines.second', { floor: Math.floor(seconds) })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return t('healthLines.minute', { minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? t('healthLines.hour', { hours })
    : t('healthLines.day', { floor: Math.floor(hours / 24) })
}
