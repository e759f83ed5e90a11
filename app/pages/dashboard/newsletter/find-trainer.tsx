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
  /** Whether others have the name that is asked for. */
  isMore: boolean
  chosen: CountedAudience | undefined
}

/** Where more trainers have members than the list of readers holds: it offers those whose name is asked for. */
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
          ? `The first ${found} trainers stand below: search for another.`
          : found === 0
            ? `No trainer with “${search}” in the name has members.`
            : isMore
              ? `The first ${found} trainers with “${search}” in the name can be chosen below: type more of it for the others.`
              : `${formatCount(found, 'trainer', 'trainers')} with “${search}” in the name can be chosen below.`}
      </p>
    </div>
  )
}
