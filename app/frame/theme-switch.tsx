import { Moon, Sun } from 'lucide'
import type { FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'

type Props = {
  /** The path to return to without scripts. */
  path: string
  /** A row with a label, for the menu sheet. */
  row?: boolean
}

/** Switches the theme and stores the choice. CSS shows the button for the other theme. */
export function ThemeSwitch({ path, row }: Props) {
  const fetcher = useFetcher({ key: 'theme' })
  // Applied at once; the response only confirms it.
  const paint = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!(submitter instanceof HTMLButtonElement)) return
    document.documentElement.dataset.theme = submitter.value
    // the pressed button is hidden now, so its counterpart gets the focus
    const back = submitter.value === 'dark' ? 'light' : 'dark'
    event.currentTarget.querySelector<HTMLElement>(`.to-${back}`)?.focus()
  }
  const look = row ? 'theme-row' : 'icon-button'
  return (
    <fetcher.Form method="post" action="/theme" className="theme-switch" onSubmit={paint}>
      <input type="hidden" name="from" value={path} />
      <button className={`${look} to-dark`} name="value" value="dark" {...accessibleName(row, false)}>
        <Icon of={Moon} />
        {row && <RowLabel />}
      </button>
      <button className={`${look} to-light`} name="value" value="light" {...accessibleName(row, true)}>
        <Icon of={Sun} />
        {row && <RowLabel />}
      </button>
    </fetcher.Form>
  )
}

/** The row is a switch with a visible label; the icon is labelled with its action. */
function accessibleName(row: boolean | undefined, dark: boolean) {
  return row
    ? { role: 'switch', 'aria-checked': dark }
    : { 'aria-label': dark ? t('theme.light') : t('theme.dark') }
}

function RowLabel() {
  return (
    <>
      {t('theme.dark')}
      <span className="switch" aria-hidden="true" />
    </>
  )
}
