import { t } from '#messages/t.ts'

/** The first tab stop: jumps past the menus. */
export function SkipLink() {
  return (
    <a className="skip-link button solid" href="#content">
      {t('navigation.skip')}
    </a>
  )
}
