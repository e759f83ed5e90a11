import { Sheet } from 'lucide'
import { useState } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { Field } from '#app/forms/field.tsx'
import { formatFileSize } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** The file of a table, as CSV, TSV or Excel. Without scripts it is a plain file input. */
export function TableFileField({ error }: { error: string | undefined }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <Field label={t('uploadFile.file')} error={error}>
      {(control) => (
        <div className="input drop">
          <Icon of={Sheet} />
          <div aria-live="polite">
            <b>{file ? file.name : t('uploadFile.chooseATableOrDrop')}</b>
            <div className="note">{file ? formatFileSize(file.size) : t('uploadFile.csvTsvOrExcel')}</div>
          </div>
          <input
            {...control}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
            onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
          />
          <span className="button small" aria-hidden="true">
            {file ? t('pictureField.change') : t('pictureField.choose')}
          </span>
        </div>
      )}
    </Field>
  )
}
