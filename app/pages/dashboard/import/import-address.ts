import type { ImportState } from '#domain/imports/imports.server.ts'

/** The page on which an import goes on. */
export function importAddress({ id, state }: { id: string; state: ImportState }): string {
  if (state === 'draft') return `/dashboard/import/${id}`
  return `/dashboard/import/${id}/${state === 'checked' ? 'check' : 'done'}`
}
