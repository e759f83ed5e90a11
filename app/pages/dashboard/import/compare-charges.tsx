import { ArrowLeft, FileUp } from 'lucide'
import { Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import type { Charge, Difference, DifferenceKind } from '#domain/imports/comparison.rules.ts'
import {
  addCharges,
  endComparison,
  readComparison,
  type ComparedDay,
  type Comparison,
} from '#domain/imports/comparison.server.ts'
import { formatDay, formatDayOfMonth } from '#format/days.ts'
import { formatMoneyWithCents, formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/compare-charges.ts'
import { TableFileField } from './table-file-field.tsx'

const heading = () => t('menu.compareCharges')
const address = '/dashboard/compareCharges'
const mostShown = 200

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const comparison = await readComparison(actor)
  return {
    comparison: comparison && { ...comparison, differences: comparison.differences.slice(0, mostShown) },
    differenceCount: comparison?.differences.length ?? 0,
  }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'members.import')
  const { fields, file } = await readForm('file', bounds.importedBytes.most)
  if (readIntent(fields, ['compare', 'end']) === 'end') {
    await endComparison(actor)
    return redirectWithToast(address, { text: t('compareCharges.ended') })
  }
  const added = await addCharges(actor, file, {
    source: fields.get('source') ?? '',
    dayOrder: fields.get('dayOrder'),
    decimalSign: fields.get('decimalSign'),
  })
  return redirectWithToast(address, { text: t('compareCharges.read', added) })
})

/** For a month: what the club would charge, beside what the old system charged. */
export default function CompareCharges({ loaderData, actionData }: Route.ComponentProps) {
  const { comparison, differenceCount } = loaderData
  const problem = problemOf(actionData)
  return (
    <>
      <Link className="show back" to="/dashboard/import">
        <Icon of={ArrowLeft} />
        {t('menu.bringPeopleIn')}
      </Link>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('compareCharges.subtitle')}</p>
      {comparison && <Result comparison={comparison} differenceCount={differenceCount} />}
      {!comparison?.isOver && <FileForm source={comparison?.source ?? null} problem={problem} />}
      {comparison && (
        <CheckedForm problem={comparison.isOver ? problem : null} encType="multipart/form-data">
          <div className="save-bar">
            <p className="note">{t('compareCharges.endNote')}</p>
            <Button name="intent" value="end">
              {t('compareCharges.end')}
            </Button>
          </div>
        </CheckedForm>
      )}
    </>
  )
}

function FileForm({ source, problem }: { source: string | null; problem: ReturnType<typeof problemOf> }) {
  const typed = submittedValues(problem)
  const errors = fieldMessages(problem)
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <CheckedForm problem={problem} encType="multipart/form-data" className="import-upload compare-file">
      <TableFileField error={errors.file} />
      <p className="note">{t('compareCharges.fileHint')}</p>
      {source === null ? (
        <TextField
          label={t('compareCharges.source')}
          name="source"
          maxLength={60}
          defaultValue={typed?.get('source') ?? t('uploadFile.oldClubProgram')}
          error={errors.source}
          hint={t('compareCharges.sourceHint')}
        />
      ) : (
        <input type="hidden" name="source" value={source} />
      )}
      <SelectField
        label={t('compareCharges.dayOrder')}
        name="dayOrder"
        defaultValue={typed?.get('dayOrder') ?? ''}
        error={errors.dayOrder}
        options={[
          { value: '', label: t('compareCharges.asRecognised') },
          { value: 'day first', label: t('columns.dayFirst') },
          { value: 'month first', label: t('columns.monthFirst') },
        ]}
      />
      <SelectField
        label={t('compareCharges.decimalSign')}
        name="decimalSign"
        defaultValue={typed?.get('decimalSign') ?? ''}
        error={errors.decimalSign}
        options={[
          { value: '', label: t('compareCharges.asRecognised') },
          { value: 'point', label: t('columns.aDecimalPoint') },
          { value: 'comma', label: t('columns.aDecimalComma') },
        ]}
      />
      <Button variant="primary" name="intent" value="compare" pending={isSending}>
        <Icon of={FileUp} smaller />
        {t('compareCharges.compare')}
      </Button>
      <p className="note">{t('compareCharges.whatItKnows')}</p>
    </CheckedForm>
  )
}

function Result({ comparison, differenceCount }: { comparison: Comparison; differenceCount: number }) {
  const { source, isOver, days, daysWithoutFile, equal, differences } = comparison
  const untilDay = formatDay(comparison.untilDay)
  const sums = [
    { name: t('compareCharges.equal'), count: equal },
    { name: t('compareCharges.different'), count: differenceCount },
    { name: t('compareCharges.noFile'), count: daysWithoutFile.length },
  ]
  return (
    <>
      <p className="note above-4">
        {isOver
          ? t('compareCharges.over', { source, untilDay })
          : t('compareCharges.until', { source, untilDay })}
      </p>
      <dl className="compare-sums">
        {sums.map(({ name, count }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {daysWithoutFile.length > 0 && (
        <p className="note">
          {t('compareCharges.noFileFor', { days: daysWithoutFile.map(formatDayOfMonth).join(', ') })}
        </p>
      )}
      <section className="panel">
        <header>
          <h2>{t('compareCharges.differences')}</h2>
        </header>
        {differences.length === 0 ? (
          <p>{t('compareCharges.noDifference')}</p>
        ) : (
          <Differences differences={differences} />
        )}
        {differenceCount > differences.length && (
          <p className="note above-4">
            {t('compareCharges.more', { count: differenceCount - differences.length })}
          </p>
        )}
      </section>
      <Days days={days} />
    </>
  )
}

const kindNames = (): Record<DifferenceKind, string> => ({
  'missing here': t('compareCharges.missingHere'),
  'missing there': t('compareCharges.missingThere'),
  'other amount': t('compareCharges.otherAmount'),
  'other day': t('compareCharges.otherDay'),
  'other day and amount': t('compareCharges.otherDayAndAmount'),
  'unknown person': t('compareCharges.unknownPerson'),
})

const chargeText = (charge: Charge | null) =>
  charge
    ? t('compareCharges.on', {
        amount: formatMoneyWithCents(charge.cents),
        day: formatDayOfMonth(charge.day),
      })
    : t('compareCharges.nothing')

function Differences({ differences }: { differences: Difference[] }) {
  return (
    <Table
      caption={t('compareCharges.differences')}
      rows={differences.map((difference, index) => ({ ...difference, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        {
          name: t('compareCharges.who'),
          place: 'name',
          look: 'strong first',
          cell: ({ memberId, name }) =>
            memberId ? <Link to={`/dashboard/members/${memberId}`}>{name}</Link> : name,
        },
        { name: t('compareCharges.what'), place: 'under', cell: ({ kind }) => kindNames()[kind] },
        {
          name: t('compareCharges.here'),
          place: 'says',
          labelled: true,
          cell: ({ here }) => chargeText(here),
        },
        {
          name: t('compareCharges.there'),
          place: 'adds',
          labelled: true,
          cell: ({ there }) => chargeText(there),
        },
      ]}
    />
  )
}

function Days({ days }: { days: ComparedDay[] }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('compareCharges.days')}</h2>
      </header>
      <Table
        figures
        caption={t('compareCharges.days')}
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { name: t('compareCharges.day'), place: 'name', look: 'first', cell: ({ day }) => formatDay(day) },
          {
            name: t('compareCharges.here'),
            place: 'says',
            look: 'right',
            cell: ({ hereCents }) => formatMoneyWithCents(hereCents),
          },
          {
            name: t('compareCharges.there'),
            place: 'number',
            look: 'right strong',
            cell: ({ thereCents }) => formatMoneyWithCents(thereCents),
          },
        ]}
      />
    </section>
  )
}
