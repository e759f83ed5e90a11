import type { CountedAudience } from '#domain/newsletter/audience.server.ts'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { audienceSize, audienceValue } from './audience-wording.ts'

type Props = {
  audiences: CountedAudience[]
  chosen: CountedAudience | undefined
  choose: (value: string) => void
  problem: Problem | null
}

/** Who gets a letter, each group with its number; and whom the question before sending names. */
export function ChooseAudience({ audiences, chosen, choose, problem }: Props) {
  const value = chosen && audienceValue(chosen)
  return (
    <>
      <SelectField
        label="Who gets it"
        name="audience"
        hint="Of members, those whose address is confirmed and who want announcements."
        error={fieldMessages(problem).audience}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        options={audiences.map((each) => ({ value: audienceValue(each), label: audienceSize(each) }))}
      />
      <input type="hidden" name="asked" value={value} />
    </>
  )
}
