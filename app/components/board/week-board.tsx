import { ChevronRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { Avatar } from '#app/components/picture.tsx'
import { formatHour } from '#format/hours.ts'
import { formatNumber } from '#format/money.ts'
import { dayName, shortDayName, weekdays } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import { boardUrl } from './board-url.ts'
import { choiceUrl, isCounted, type BoardCell, type BoardMark, type BoardView } from './board-view.ts'
import { useArrowKeys } from './use-arrow-keys.ts'

/** The club's week: a row for each hour, a column for each weekday, a mark for each trainer's hour. */
export function WeekBoard({ board }: { board: BoardView }) {
  const { wish, rows } = board
  const { ref, onKeyDown } = useArrowKeys()
  const hasNumbers = rows.some(({ cells }) => cells.some(isCounted))
  const hasHeld = rows.some(({ cells }) =>
    cells.some(({ marks }) => marks.some(({ kind }) => kind === 'held')),
  )
  const isPart = rows.some(({ isOpen }) => !isOpen)
  const dayClass = (day: string) =>
    wish.days.length === 0 ? undefined : wish.days.includes(day) ? 'on-day' : 'off-day'
  return (
    <div className="board-and-key">
      <div className="week-board">
        <table ref={ref} onKeyDown={onKeyDown}>
          <caption className="visually-hidden">{t('weekBoard.theClubsWeekA')}</caption>
          <thead>
            <tr>
              <td className="axis" />
              {weekdays.map((day) => (
                <th key={day} scope="col" className={dayClass(day)}>
                  <abbr title={dayName(day)}>{shortDayName(day)}</abbr>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ hour, isOpen, cells }) => (
              <tr key={hour} className={isPart ? (isOpen ? 'open' : 'shut') : undefined}>
                <th scope="row">
                  <span>{String(hour).padStart(2, '0')}</span>
                </th>
                {cells.map((cell, index) => (
                  <Cell
                    key={weekdays[index]}
                    {...{ cell, hour, board, isShut: !isOpen }}
                    day={weekdays[index] ?? ''}
                    isFirst={(slotId) =>
                      !cells.slice(0, index).some(({ marks }) => marks.some((mark) => mark.slotId === slotId))
                    }
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="board-key note">
        {hasNumbers && (
          <span>
            <span className="ring-key" aria-hidden="true" />
            {t('weekBoard.theLargerTheMore')}
          </span>
        )}
        <span>
          <span className="ring-key" aria-hidden="true" />
          {t('weekBoard.free')}
        </span>
        <span>
          <span className="dot sold" aria-hidden="true" />
          {t('weekBoard.taken')}
        </span>
        {hasHeld && (
          <span>
            <span className="ring-key held" aria-hidden="true" />
            {t('weekBoard.onHold')}
          </span>
        )}
      </p>
    </div>
  )
}

/** The free hours of each time of day, on phones instead of a board with more hours than faces. */
export function HourLines({ board: { rows, wish } }: { board: BoardView }) {
  const lines = rows.filter(({ free }) => free > 0)
  const most = Math.max(...lines.map(({ free }) => free))
  if (lines.length < 2 || !rows.some(({ cells }) => cells.some(isCounted))) return null
  return (
    <ul className="hour-lines">
      {lines.map(({ hour, free }) => (
        <li key={hour}>
          <Link to={boardUrl({ ...wish, from: hour, to: hour + 1 })} preventScrollReset>
            <b>{formatHour(hour)}</b>
            <span className={`size-${Math.ceil((8 * free) / most)}`} aria-hidden="true" />
            {t('wish.free', { count: formatNumber(free) })}
            <Icon of={ChevronRight} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

type CellProps = {
  cell: BoardCell
  hour: number
  day: string
  board: BoardView
  isShut: boolean
  /** Whether no earlier day of the week has the slot: each slot is one tab stop. */
  isFirst: (slotId: string) => boolean
}

function Cell({ cell, hour, day, board, isShut, isFirst }: CellProps) {
  const { wish } = board
  const isOff = wish.days.length > 0 && !wish.days.includes(day)
  const { line, marks, more } = cell
  const moreUrl = boardUrl({ ...wish, days: [day], from: hour, to: hour + 1 })
  return (
    <td
      className={
        classNames(
          isOff && 'off-day',
          line && `chain lane-${line.lane}`,
          line?.begins && 'begins',
          line?.ends && 'ends',
        ) || undefined
      }
    >
      {isCounted(cell) ? (
        <Link className="cell-count" to={moreUrl} preventScrollReset>
          <span className={`disc size-${Math.min(8, Math.ceil(Math.log2(more) / 1.5))}`} aria-hidden="true" />
          <b>{formatNumber(more)}</b>
          <span className="visually-hidden">
            {t('weekBoard.freeOnAt', { day: dayName(day), hour: formatHour(hour) })}
          </span>
        </Link>
      ) : (
        (marks.length > 0 || more > 0) && (
          <ul className="lanes">
            {marks.map((mark) => (
              <li key={mark.slotId} className={`lane-${mark.lane}`}>
                <Mark {...{ mark, board, isShut, isOff }} isTabStop={isFirst(mark.slotId)} />
              </li>
            ))}
            {more > 0 && (
              <li className="lane-3">
                <Link className="free-ring more-ring" to={moreUrl} preventScrollReset>
                  +{more}
                  <span className="visually-hidden">
                    {t('weekBoard.moreHourOnAt', { more, day: dayName(day), hour: formatHour(hour) })}
                  </span>
                </Link>
              </li>
            )}
          </ul>
        )
      )}
    </td>
  )
}

type MarkProps = { mark: BoardMark; board: BoardView; isShut: boolean; isOff: boolean; isTabStop: boolean }

function Mark({ mark, board, isShut, isOff, isTabStop }: MarkProps) {
  const { kind, title, slotId, trainerId, isChosen } = mark
  if (kind === 'taken') return <span className="dot sold" title={t('weekBoard.taken2', { title })} />
  if (kind === 'held')
    return <span className="free-ring held" title={t('weekBoard.onHoldMayCome', { title })} />
  const face = !isShut && <Avatar portrait={board.faces[trainerId] ?? null} />
  if (kind === 'dim') return <span className="free-ring dim">{face}</span>
  return (
    <Link
      className={classNames('free-ring', isChosen && 'chosen', isOff && 'also')}
      to={choiceUrl(board.wish, slotId)}
      data-label={title}
      preventScrollReset
      {...(isTabStop ? {} : { tabIndex: -1, 'aria-hidden': true })}
    >
      {face}
      {isTabStop && <span className="visually-hidden">{title}</span>}
    </Link>
  )
}
