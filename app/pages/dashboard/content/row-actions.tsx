import { Trash2 } from 'lucide'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { Icon } from '#app/components/icon.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

type Props = {
  id: string
  /** Picture in the dialog. */
  picture: Picture
  facts: { name: string; value: string }[]
  /** Name in labels: `the post from 18 Nov 2026`. */
  subject: string
  editTo: string
  /** Consequence of the deletion. */
  warning: string
}

/** Edit and Delete of one of the author's own posts or classes. */
export function RowActions({ id, picture, facts, subject, editTo, warning }: Props) {
  const { formData } = useNavigation()
  const pending = formData?.get('intent') === 'remove' && formData.get('id') === id
  const dialogId = `remove-${id}`
  return (
    <span className="row-actions">
      <Link className="row-link" to={editTo}>
        {t('rowActions.edit')}
        <span className="visually-hidden"> {subject}</span>
      </Link>
      <ModalTrigger
        opens={dialogId}
        className="button small delete"
        aria-label={t('rowActions.delete', { subject })}
      >
        <span className="label-of-button">
          <Icon of={Trash2} smaller />
          <span>{t('rowActions.delete2')}</span>
        </span>
      </ModalTrigger>
      <ConfirmDialog
        id={dialogId}
        text={warning}
        picture={picture}
        facts={facts}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button variant="danger" pending={pending}>
              {t('rowActions.delete2')}
            </Button>
          </Form>
        }
        cancel={t('rowActions.keepIt')}
      />
    </span>
  )
}
