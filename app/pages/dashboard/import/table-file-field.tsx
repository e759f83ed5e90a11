import { Field } from '#app/forms/field.tsx'
import { t } from '#messages/t.ts'

/** The file of a table, as CSV, TSV or Excel. */
export const TableFileField = ({ error }: { error: string | undefined }) => (
  <Field label={t('uploadFile.file')} aside={t('uploadFile.csvTsvOrExcel')} error={error}>
    {(control) => (
      <input
        {...control}
        className="input"
        type="file"
        name="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values"
      />
    )}
  </Field>
)
