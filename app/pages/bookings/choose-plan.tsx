import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { HiddenFields, type HiddenValues } from '#app/forms/hidden-fields.tsx'
import { useIsSending } from '#app/forms/use-is-sending.ts'
import { capitalize } from '#format/text.ts'
import type { PlanName } from './plan-card.tsx'

type Props = {
  name: PlanName
  /** The form's fields for this page's action; must contain the plan. */
  fields: HiddenValues
  /** Whether it is the booking's plan already. */
  chosen: boolean
}

/** The button that chooses a plan for a held slot. */
export function ChoosePlan({ name, fields, chosen }: Props) {
  const pending = useIsSending(fields)
  return (
    <Form method="post">
      <HiddenFields values={fields} />
      <Button variant="primary" wide pending={pending}>
        {chosen ? 'Keep' : 'Choose'} {capitalize(name)}
      </Button>
    </Form>
  )
}
