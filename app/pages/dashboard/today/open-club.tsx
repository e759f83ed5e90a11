import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { openingNotice } from '#app/frame/opening-notice.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { t } from '#messages/t.ts'

/** What visitors see before the opening, and the button that opens the club; renders nothing afterwards. */
export function OpenClub() {
  const { opensOn } = useLayoutProps().club
  if (opensOn === null) return null
  return (
    <section className="panel" aria-labelledby="open-club">
      <header>
        <h2 id="open-club">{openingNotice(opensOn)}</h2>
      </header>
      <p>{t('openClub.visitorsReadThis')}</p>
      <Form method="post" action="/dashboard/club" className="button-row above-4">
        <Button name="intent" value="open" variant="primary">
          {t('openClub.openTheClub')}
        </Button>
      </Form>
    </section>
  )
}
