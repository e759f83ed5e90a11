import { shortDayName, weekdays } from '#format/weekdays.ts'
import type { PictureRow } from './board-view.ts'

/** The board as a picture: small marks without faces or links. */
export function WeekBoardPicture({ rows }: { rows: PictureRow[] }) {
  return (
    <div className="week-board small" aria-hidden="true">
      <table>
        <thead>
          <tr>
            <td className="axis" />
            {weekdays.map((day) => (
              <th key={day}>{shortDayName(day)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hour, cells }) => (
            <tr key={hour}>
              <th>{String(hour).padStart(2, '0')}</th>
              {cells.map((marks, index) => (
                <td key={weekdays[index]}>
                  <ul className="lanes">
                    {marks.map(({ lane, isFree }) => (
                      <li key={lane} className={`lane-${lane}`}>
                        <span className={isFree ? 'free-ring' : 'dot sold'} />
                      </li>
                    ))}
                  </ul>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
