import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For a page's `shouldRevalidate`: a refused form loads the page's data again as well, for pages on which a
 * refusal means that somebody else was faster.
 */
export function reloadAfterRefusal({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || (actionStatus ?? 200) >= 400
}
