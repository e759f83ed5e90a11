import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import type { FreeTrainer } from '#domain/lessons/covers/available-trainers.server.ts'
import type { Page } from '#domain/pagination.ts'
import { firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Trainers who can give an hour that needs cover, for an admin to choose from. */
export function AvailableTrainers({ page, items, total }: Page<FreeTrainer> & { page: number }) {
  return (
    <section className="panel">
      <header>
        <h2>{t('availableTrainers.whosFree')}</h2>
        {total > 0 && <span className="note">{t('availableTrainers.trainer', { total })}</span>}
      </header>
      {total === 0 && (
        <EmptyState heading={t('availableTrainers.noOneIsFree')} headingLevel={3}>
          {t('availableTrainers.youCanCallThe')}
        </EmptyState>
      )}
      <ul className="todo">
        {items.map(({ id, name, portrait, worksThatDay }) => (
          <li key={id}>
            <Avatar portrait={portrait} />
            <div>
              <b>{name}</b>
              <p>
                {worksThatDay
                  ? t('availableTrainers.trainsOnThatDay')
                  : t('availableTrainers.doesntTrainOnThat')}
              </p>
            </div>
            <Form method="post" className="push-end">
              <HiddenFields values={{ intent: 'cover', trainerId: id }} />
              <Button small>{t('availableTrainers.givesIt', { name: firstName(name) })}</Button>
            </Form>
          </li>
        ))}
      </ul>
      <ListPagination page={page} total={total} />
    </section>
  )
}
