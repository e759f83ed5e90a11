import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'

/**
 * Returns the intent of a form that has several. Throws `malformed` when it is missing or none of these, so that no
 * form ever does something by default.
 */
export function readIntent<Intent extends string>(
  fields: URLSearchParams,
  intents: readonly Intent[],
): Intent {
  const sent = fields.get('intent')
  const intent = intents.find((each) => each === sent)
  if (intent === undefined) throw new DomainError('malformed', t('readIntent.thisFormIsOut'))
  return intent
}
