import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { formatDayWithYear } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { TextField, type FieldProps, type InputProps } from './field.tsx'

type Props = FieldProps &
  Omit<InputProps, 'type' | 'onInput' | 'ref' | 'defaultValue'> & { defaultValue?: string }

/**
 * A calendar day. Browsers write it in their own language, so the club's format covers it until it is focused. Without
 * scripts the browser's format stays.
 */
export function DateField({ defaultValue = '', ...field }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState(defaultValue)
  const hydrated = useHydrated()
  useEffect(() => {
    const form = input.current?.form
    const reset = () => setDay(defaultValue)
    form?.addEventListener('reset', reset)
    return () => form?.removeEventListener('reset', reset)
  }, [defaultValue])
  const shown = day === '' ? t('form.noDay') : formatDayWithYear(day, '')
  return (
    <TextField
      {...field}
      ref={input}
      type="date"
      defaultValue={defaultValue}
      onInput={(event) => setDay(event.currentTarget.value)}
      icon={
        <span className={day === '' ? 'day-in-words unset' : 'day-in-words'} aria-hidden="true">
          {hydrated && shown}
        </span>
      }
    />
  )
}
