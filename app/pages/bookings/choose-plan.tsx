import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { HiddenFields, type HiddenValues } from '#app/forms/hidden-fields.tsx'
import { useIsSending } from '#app/forms/use-is-sending.ts'
import { capitalize } from '#format/text.ts'
import type { PlanName } from './plan-card.tsx'

type Props = {
  name: PlanName
  /** What the form sends to this page's action; must name the plan. */
  fields: HiddenValues
  /** It is the booking's plan already. */
  chosen: boolean
}

/** The button of a plan for the hour that is held. */
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
