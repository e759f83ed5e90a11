import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import type { CountedAudience } from '#domain/newsletter/audience.server.ts'
import { t } from '#messages/t.ts'
import { audienceSize, audienceValue } from './audience-wording.ts'

type Props = {
  audiences: CountedAudience[]
  chosen: CountedAudience | undefined
  choose: (value: string) => void
  problem: Problem | null
}

/** Choice of audience with the number of people, and a hidden field with the audience shown in the dialog. */
export function ChooseAudience({ audiences, chosen, choose, problem }: Props) {
  const value = chosen && audienceValue(chosen)
  return (
    <>
      <SelectField
        label={t('chooseAudience.whoGetsIt')}
        name="audience"
        hint={t('chooseAudience.ofMembersOnlyThose')}
        error={fieldMessages(problem).audience}
        value={value}
        onChange={(event) => choose(event.currentTarget.value)}
        options={audiences.map((each) => ({ value: audienceValue(each), label: audienceSize(each) }))}
      />
      <input type="hidden" name="asked" value={value} />
    </>
  )
}
