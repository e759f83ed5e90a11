import { useNavigation } from 'react-router'
import type { HiddenValues } from './hidden-fields.tsx'

/** Whether the form with just these fields is on its way. */
export function useIsSending(fields: HiddenValues): boolean {
  const { state, formData } = useNavigation()
  if (state === 'idle' || !formData) return false
  return Object.entries(fields).every(([name, value]) => formData.get(name) === value)
}
