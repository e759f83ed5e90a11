import { Search } from 'lucide'
import { Form } from 'react-router'
import type { CountedAudience } from '#domain/newsletter/audience.server.ts'
import { Button } from '#app/components/button.tsx'
import { TextField } from '#app/forms/field.tsx'
import { formatCount } from '#format/text.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  search: string
  audiences: CountedAudience[]
  /** Whether the search has more matches than are listed. */
  isMore: boolean
  chosen: CountedAudience | undefined
}

/** Search for a trainer's audience, if there are more trainers than the select lists. */
export function FindTrainer({ search, audiences, isMore, chosen }: Props) {
  const words = search.toLowerCase()
  const found = audiences.filter(({ trainer }) => trainer?.name.toLowerCase().includes(words)).length
  return (
    <div>
      <Form className="people-form hour-form" role="search" preventScrollReset>
        <TextField
          label="A trainer’s members"
          name="trainer"
          type="search"
          maxLength={200}
          defaultValue={search}
          icon={<Icon of={Search} />}
        />
        <input type="hidden" name="chosen" value={chosen?.trainer?.id ?? ''} />
        <Button>Search</Button>
      </Form>
      <p className="note above-3" role="status">
        {search === ''
          ? `The first ${found} trainers are listed below. Search for others.`
          : found === 0
            ? `No trainer with “${search}” in their name has members.`
            : isMore
              ? `The first ${found} trainers with “${search}” in their name are listed below. Type more to find the others.`
              : `${formatCount(found, 'trainer', 'trainers')} with “${search}” in their name can be chosen below.`}
      </p>
    </div>
  )
}
