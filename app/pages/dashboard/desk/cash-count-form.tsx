import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FieldError, TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import type { OpenCashDay } from '#domain/ledger/cash-days.server.ts'
import { countField, denominationsOf, sumOfCounts } from '#format/cash.ts'
import { formatAmount, formatMoneyWithCents, parseCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { differenceWords, reasonNames } from './cash-day-figures.tsx'

type Props = { open: OpenCashDay; currency: string; problem: Problem | null }

/** The count by notes and coins, or as a sum; the difference with its reason; what stays in the drawer. */
export function CashCountForm({ open, currency, problem }: Props) {
  const [fields, setFields] = useState(() => submittedValues(problem) ?? new URLSearchParams())
  const hydrated = useHydrated()
  const pending = useNavigation().formMethod === 'POST'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const movedCents = open.takenCents - open.returnedCents
  const openingCents = open.openingCents ?? parseCents(fields.get('opening') ?? '') ?? 0
  const sum = fields.get('counted')?.trim()
  const countedCents = sum ? parseCents(sum) : sumOfCounts(fields, currency)
  const count =
    hydrated && countedCents !== undefined ? { expectedCents: openingCents + movedCents, countedCents } : null
  return (
    <CheckedForm
      problem={problem}
      className="cash-count above-6"
      onInput={(event) =>
        setFields(
          new URLSearchParams(
            [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
          ),
        )
      }
    >
      <input type="hidden" name="day" value={open.day} />
      {/* compared on closing: a payment since then is a conflict */}
      <input type="hidden" name="expectedCents" value={(open.openingCents ?? 0) + movedCents} />
      <div className="stack">
        <Denominations {...{ currency, fields, hydrated }} typed={typed} />
        <TextField
          label={
            denominationsOf(currency).length > 0 ? t('cashCountForm.orTheSum') : t('cashCountForm.counted')
          }
          name="counted"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed?.get('counted') ?? ''}
          error={errors.countedCents}
        />
      </div>
      <div className="stack">
        {open.openingCents === null && (
          <TextField
            label={t('cashCountForm.inTheDrawerIn')}
            hint={t('cashCountForm.askedOnceLaterDays')}
            name="opening"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={typed?.get('opening') ?? '0'}
            error={errors.openingCents}
          />
        )}
        <Expectation open={open} openingCents={openingCents} currency={currency} />
        <Reasons typed={typed} error={errors.reason} />
        <TextField
          label={t('cashCountForm.inYourWords')}
          aside={t('cashCountForm.optional')}
          name="note"
          maxLength={bounds.cashNote.most}
          defaultValue={typed?.get('note') ?? ''}
          error={errors.note}
        />
        <TextField
          label={t('cashCountForm.staysInTheDrawer')}
          hint={t('cashCountForm.theRestGoesTo')}
          name="kept"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={
            typed?.get('kept') ?? (open.openingCents === null ? '' : formatAmount(open.openingCents))
          }
          error={errors.keptCents}
        />
        <Button variant="primary" wide pending={pending}>
          {count && count.countedCents !== count.expectedCents
            ? t('cashCountForm.closeTheDay', { differenceWords: differenceWords(count, currency) })
            : t('cashCountForm.closeTheDay2')}
        </Button>
        <p className="note">{t('cashCountForm.nothingOfThisDays')}</p>
      </div>
    </CheckedForm>
  )
}

type CountProps = {
  currency: string
  fields: URLSearchParams
  typed: URLSearchParams | undefined
  hydrated: boolean
}

function Denominations({ currency, fields, typed, hydrated }: CountProps) {
  const money = (cents: number) => formatMoneyWithCents(cents, currency)
  if (denominationsOf(currency).length === 0) return null
  return (
    <table className="table numeric-table cash-table">
      <caption className="visually-hidden">{t('cashCountForm.notesAndCoins')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('cashCountForm.each')}</th>
          <th scope="col">{t('cashCountForm.howMany')}</th>
          {hydrated && (
            <th scope="col" className="right">
              {t('cashCountForm.makes')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {denominationsOf(currency).map((cents) => (
          <tr key={cents}>
            <th scope="row">{money(cents)}</th>
            <td>
              <input
                className="input"
                name={countField(cents)}
                aria-label={t('cashCountForm.howManyOf', { money: money(cents) })}
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
                defaultValue={typed?.get(countField(cents)) ?? ''}
              />
            </td>
            {hydrated && (
              <td className="right">{money(cents * (Number(fields.get(countField(cents))) || 0))}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type ExpectationProps = { open: OpenCashDay; openingCents: number; currency: string }

function Expectation({ open, openingCents, currency }: ExpectationProps) {
  const lines = [
    { name: t('cashCountForm.openingFloat'), cents: openingCents },
    { name: t('cashCountForm.cashTaken', { count: open.takenCount }), cents: open.takenCents },
    {
      name: t('cashCountForm.cashGivenBack', { count: open.returnedCount }),
      cents: -open.returnedCents,
    },
    { name: t('cashCountForm.shouldBe'), cents: openingCents + open.takenCents - open.returnedCents },
  ]
  return (
    <table className="table numeric-table">
      <caption className="visually-hidden">{t('cashCountForm.whatShouldBeIn')}</caption>
      <tbody>
        {lines.map(({ name, cents }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="right strong">{formatMoneyWithCents(cents, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Reasons({ typed, error }: { typed: URLSearchParams | undefined; error: string | undefined }) {
  return (
    <fieldset className="field bare">
      <legend className="label">{t('cashCountForm.whyIfItDiffers')}</legend>
      <div className="pay-ways cash-reasons">
        {Object.entries(reasonNames).map(([reason, name]) => (
          <label key={reason}>
            <input
              type="radio"
              name="reason"
              value={reason}
              defaultChecked={typed?.get('reason') === reason}
              aria-describedby={error ? 'reason-error' : undefined}
            />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id="reason-error">{error}</FieldError>}
    </fieldset>
  )
}
