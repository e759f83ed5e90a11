import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a page's `shouldRevalidate`: reloads the page's data after a refused form too. For pages on which a
 * refusal means that another person was faster.
 */
export function reloadAfterRefusal({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus ?? 200) >= 400
}
