import { Button } from '#app/components/button.tsx'
import type { Problem } from '#app/forms/form-problem.ts'
import { t } from '#messages/t.ts'

/** The button that offers hours outside the opening hours, after the question about them. */
export const OfferAnyway = ({ problem }: { problem: Problem | null }) =>
  problem?.facts.question === 'outside hours' && (
    <Button small name="acceptsOutsideHours" value="yes">
      {t('offerAnyway.offerItAnyway')}
    </Button>
  )
