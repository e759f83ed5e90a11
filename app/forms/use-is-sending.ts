import { useNavigation } from 'react-router'
import type { HiddenValues } from './hidden-fields.tsx'

/** Whether a form with these fields is being submitted. */
export function useIsSending(fields: HiddenValues): boolean {
  const { state, formData } = useNavigation()
  if (state === 'idle' || !formData) return false
  return Object.entries(fields).every(([name, value]) => formData.get(name) === value)
}
