import { Download } from 'lucide'
import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import {
  monthsOfCollection,
  monthsOfReasons,
  readIncome,
  readLeavingReasons,
} from '#domain/overview/income-figures.server.ts'
import { agesInMonths, readPeopleFigures, weeksOfOccupancy } from '#domain/overview/people-figures.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/figures.ts'
import { Fullness } from './fullness.tsx'
import { IncomeTable, ReasonTable } from './income.tsx'
import { JoinedAndLeft } from './joined-and-left.tsx'
import { Stays } from './stays.tsx'

const heading = () => t('figures.figures')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  ...(await readPeopleFigures(actor)),
  income: await readIncome(actor),
  reasons: await readLeavingReasons(actor),
  ages: [...agesInMonths],
  weeks: weeksOfOccupancy,
  collectionMonths: monthsOfCollection,
  reasonMonths: monthsOfReasons,
}))

/** Members who join, leave and stay, and how full the club is. */
export default function Figures({
  loaderData: { months, cohorts, week, income, reasons, ages, weeks, collectionMonths, reasonMonths },
}: Route.ComponentProps) {
  return (
    <>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('figures.aMemberIsA')}</p>
      <FigureSection
        heading={t('figures.joinedAndLeft')}
        file="joined"
        definition={t('figures.joinedSomethingBeginsAnd')}
      >
        <JoinedAndLeft months={months} />
      </FigureSection>
      <FigureSection
        heading={t('figures.howLongTheyStay')}
        file="stays"
        definition={t('figures.stillHereAMember')}
      >
        <Stays cohorts={cohorts} ages={ages} />
      </FigureSection>
      <FigureSection
        heading={t('figures.whyTheyLeft')}
        file="reasons"
        definition={t('figures.whyTheyLeftMeans', { months: reasonMonths })}
      >
        <ReasonTable reasons={reasons} />
      </FigureSection>
      <FigureSection
        heading={t('figures.income')}
        file="income"
        definition={t('figures.incomeMeans', { months: collectionMonths })}
      >
        <IncomeTable income={income} />
      </FigureSection>
      <FigureSection
        heading={t('figures.howFullItIs')}
        file="occupancy"
        definition={t('figures.hoursAndPlacesSold', { weeks })}
      >
        <Fullness week={week} />
      </FigureSection>
    </>
  )
}

type SectionProps = { heading: string; file: string; definition: string; children: ReactNode }

function FigureSection({ heading: name, file, definition, children }: SectionProps) {
  return (
    <section className="panel">
      <header>
        <h2>{name}</h2>
        <div className="button-row push-end">
          {['xlsx', 'csv'].map((ending) => (
            <LinkButton key={ending} small reloadDocument to={`/dashboard/files/${file}.${ending}`}>
              <Icon of={Download} smaller />
              <span className="visually-hidden">{name}, </span>
              {ending === 'csv' ? 'CSV' : 'Excel'}
            </LinkButton>
          ))}
        </div>
      </header>
      <p className="note figure-definition">{definition}</p>
      {children}
    </section>
  )
}
