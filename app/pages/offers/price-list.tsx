import { LinkButton } from '#app/components/button.tsx'
import { Dots } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'

/** An offer on the price list. */
export type PriceLine = {
  id: string
  title: string
  note: string
  /** Null: as many as one likes; 0 for none. */
  classes: number | null
  price: string
  isFree: boolean
  /** Before the opening, only gift cards are. */
  isOnSale: boolean
  /** `a month` or `once`. */
  unit: string
}
export type PriceGroup = { heading: string; note: string; lines: PriceLine[] }

/** More dots than this say nothing. */
const mostDots = 25

type Props = {
  groups: PriceGroup[]
  /** What newcomers can try; null for members. */
  trial: PriceLine | null
  /** Price of a new hour. */
  hourPrice: string
  /** The smallest and the largest number of classes of a plan. */
  hourClasses: [number, number]
}

/** What the club sells, in groups; trainers’ hours first. */
export function PriceList({ groups, trial, hourPrice, hourClasses }: Props) {
  return (
    <>
      {trial && (
        <section className="try-it">
          <div>
            <h2 className="head">
              {trial.isFree
                ? t('priceList.newHereFree', { title: trial.title })
                : t('priceList.newHere', { title: trial.title, price: trial.price })}
            </h2>
            <p>{t('priceList.onceAPerson', { note: trial.note })}</p>
          </div>
          <LinkButton to={`/buy/${trial.id}`} variant="primary">
            {t('priceList.takeIt')}
            <span className="visually-hidden">: {trial.title}</span>
          </LinkButton>
        </section>
      )}
      <Groups groups={groups} hourPrice={hourPrice} hourClasses={hourClasses} />
    </>
  )
}

function Groups({ groups, hourPrice, hourClasses: [fewest, most] }: Omit<Props, 'trial'>) {
  return (
    <div className="price-list">
      <section className="offer-group">
        <div>
          <h2 className="head">{t('priceList.withATrainer')}</h2>
        </div>
        <ul>
          <li className="offer-line">
            <div className="what">
              <h3 className="head">{t('priceList.anHourOfYour')}</h3>
              <p>
                {t('priceList.oneHourWithOne')}
                {fewest === most ? most : t('priceList.to', { fewest, most })}
                {t('priceList.classesAMonth')}
              </p>
            </div>
            <span />
            <p className="cost">
              <span className="from">{t('priceList.from')}</span>
              <b>{hourPrice}</b>
              <span>{t('priceList.aMonth')}</span>
            </p>
            <LinkButton to="/trainers" small>
              {t('priceList.seeTrainers')}
              <span className="visually-hidden">{t('priceList.anHourOfYour2')}</span>
            </LinkButton>
          </li>
        </ul>
      </section>
      {groups.map(({ heading, note, lines }) => (
        <section className="offer-group" key={heading}>
          <div>
            <h2 className="head">{heading}</h2>
            {note && <p>{note}</p>}
          </div>
          <ul>
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Line({ line: { id, title, note, classes, price, unit, isOnSale } }: { line: PriceLine }) {
  return (
    <li className="offer-line">
      <div className="what">
        <h3 className="head">{title}</h3>
        {note && <p>{note}</p>}
      </div>
      <ClassDots classes={classes} />
      <p className="cost">
        <b>{price}</b>
        <span>{unit}</span>
      </p>
      {isOnSale && (
        <LinkButton to={`/buy/${id}`} small>
          {t('priceList.choose')}
          <span className="visually-hidden"> {title}</span>
        </LinkButton>
      )}
    </li>
  )
}

/** A dot for each class; a row that is cut means as many as one likes. */
function ClassDots({ classes }: { classes: number | null }) {
  if (classes === 0 || (classes !== null && classes > mostDots)) return <span />
  const label = classes === null ? t('priceList.asManyClassesAs') : t('priceList.class', { classes })
  return (
    <Dots
      className={classes === null ? 'dots endless' : 'dots'}
      label={label}
      kinds={Array.from({ length: classes ?? 10 }, () => 'ink' as const)}
    />
  )
}
