import { useEffect } from 'react'
import { Link, useRevalidator, type ClientLoaderFunctionArgs } from 'react-router'
import { LogoMark } from '#app/components/mark.tsx'
import { NameHeadline } from '#app/components/name-headline.tsx'
import { QrCode } from '#app/components/qr-code.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { doorCodeSeconds, readDoor, type DoorLesson } from '#domain/visits/door.server.ts'
import { formatClock } from '#format/clock.ts'
import { formatTime } from '#format/date-time.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/door.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('door.codeForTheDoor'))

export const loader = createLoader(async ({ actor, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readDoor(actor)),
  seconds: doorCodeSeconds,
  club: { name: club.name, publicUrl: club.publicUrl, timeZone: club.timeZone },
  isFresh: true,
}))

type DoorData = Awaited<ReturnType<typeof loader>>
let last: { data: DoorData; at: number } | null = null
/** A code is accepted for a minute. */
const longestMs = 60_000

/** Without a connection the last screen stays until its code has run out. */
export async function clientLoader({ serverLoader }: Pick<ClientLoaderFunctionArgs, 'serverLoader'>) {
  try {
    last = { data: (await serverLoader()) as DoorData, at: Date.now() }
    return last.data
  } catch (error) {
    if (error instanceof Response || last === null) throw error
    return { ...last.data, isFresh: Date.now() - last.at < longestMs }
  }
}

/** Screen of a tablet at the door: the next class, and a code for the cameras of phones. */
export default function Door({ loaderData }: Route.ComponentProps) {
  const { code, next, now, club, seconds, isFresh } = loaderData
  useReload(seconds)
  const [first, ...others] = next
  return (
    <main className="door" id="content">
      <p className="door-club">
        <LogoMark />
        <Link to="/dashboard/arrivals">{club.name}</Link>
        <span className="clock">{formatTime(now, club.timeZone)}</span>
      </p>
      <div className="door-now">
        {first ? (
          <>
            <p className="door-when">{clockOf(first)}</p>
            <NameHeadline name={first.title ?? t('door.welcome')} />
            <p className="door-by">{trainerAndRoom(first)}</p>
          </>
        ) : (
          <NameHeadline name={t('door.welcome')} />
        )}
        <ul className="door-then">
          {others.map((lesson) => (
            <li key={lesson.lessonId}>
              <b>{clockOf(lesson)}</b> {lesson.title}, {trainerAndRoom(lesson)}
            </li>
          ))}
        </ul>
      </div>
      <div className="door-code">
        {isFresh ? (
          <>
            <QrCode text={`${club.publicUrl}/here/${code}`} name={t('door.codeForPhones')} />
            <span className="door-bar" key={code} />
            <p>
              {t('door.pointYourPhonesCamera')}
              <br />
              {t('door.noPhoneTheDesk')}
            </p>
          </>
        ) : (
          <p className="door-by">{t('door.pleaseGoToThe')}</p>
        )}
      </div>
    </main>
  )
}

const clockOf = ({ startHour, startMinute }: DoorLesson) => formatClock(startHour, startMinute)
const trainerAndRoom = ({ trainerName, roomName }: DoorLesson) =>
  [firstName(trainerName), roomName].filter((each) => each !== null).join(', ')

/** Reads the code again three times while one is shown. */
function useReload(seconds: number) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const timer = setInterval(() => void revalidate(), (seconds * 1000) / 3)
    return () => clearInterval(timer)
  }, [revalidate, seconds])
}
