import { Search } from 'lucide'
import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TextField } from '#app/forms/field.tsx'
import type { CountedAudience } from '#domain/newsletter/audience.server.ts'
import { t } from '#messages/t.ts'

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
          label={t('findTrainer.aTrainersMembers')}
          name="trainer"
          type="search"
          maxLength={200}
          defaultValue={search}
          icon={<Icon of={Search} />}
        />
        <input type="hidden" name="chosen" value={chosen?.trainer?.id ?? ''} />
        <Button>{t('findTrainer.search')}</Button>
      </Form>
      <p className="note above-3" role="status">
        {search === ''
          ? t('findTrainer.theFirstTrainersAre', { found })
          : found === 0
            ? t('findTrainer.noTrainerWithIn', { search })
            : isMore
              ? t('findTrainer.theFirstTrainersWith', { found, search })
              : t('findTrainer.trainerWithInTheir', { found, search })}
      </p>
    </div>
  )
}
