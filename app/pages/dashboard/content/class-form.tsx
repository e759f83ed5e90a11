import { useState } from 'react'
import { ClassCard } from '#app/components/class-card.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages } from '#app/forms/form-problem.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import type { ClubClass } from '#domain/classes/classes.server.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { PhotoForm, type PhotoFormState } from './photo-form.tsx'

type Props = PhotoFormState & {
  /** The class to change; null for a new one. */
  edited: ClubClass | null
  title: string
  description: string
}

/** Form of a class with a preview of its card. */
export function ClassForm({ edited, ...composed }: Props) {
  const [title, setTitle] = useState(composed.title)
  const [description, setDescription] = useState(composed.description)
  const errors = fieldMessages(composed.problem)
  return (
    <PhotoForm
      {...composed}
      edited={edited}
      create={texts.addNewClass.createClass}
      textPreview={<p className="head above-4">{title.trim() || t('classForm.yourTitleGoesHere')}</p>}
      card={(picture) => (
        <ClassCard item={{ id: edited?.id ?? 'new', title: title.trim(), picture }} headingLevel={3} eager />
      )}
    >
      <FormDraft of={`class ${edited?.id} ${edited?.title} ${edited?.description}`} />
      <TextField
        label={t('classForm.title')}
        name="title"
        // the link that opens the form is far below it
        autoFocus={edited !== null}
        maxLength={bounds.classTitle.most}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        error={errors.title}
      />
      <TextArea
        label={t('classForm.description')}
        aside={t('classForm.of', {
          count: [...description].length,
          most: formatNumber(bounds.classDescription.most),
        })}
        name="description"
        rows={7}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={errors.description}
      />
    </PhotoForm>
  )
}
