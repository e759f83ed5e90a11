import { DomainError } from '#core/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { maxUploadBytes } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { readMultipart, type Multipart } from '#platform/request-body/multipart.ts'
import { readText } from '#platform/request-body/read-body.ts'

/** The limit of the longest text field, in characters of up to four bytes. */
const maxFieldLength = bounds.newsletterWords.most
// that text with each byte as %XX, and room for the other fields
const maxFormBytes = 128 * 1024
/** No form of the club has half as many. */
const maxFields = 200

/**
 * Reads a submitted form. Only `fileField` may carry a file; `address` is the network address, for limits.
 * A file may have as many bytes as a picture, unless `maxFileBytes` says otherwise. Throws `too-large`, and `invalid` for a body that is not a form or is damaged.
 */
export async function readForm(
  request: Request,
  address: string,
  fileField = '',
  maxFileBytes = maxUploadBytes,
): Promise<Multipart> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\//i.test(type))
    return readMultipart(request, address, { fileField, maxFileBytes, maxFieldBytes: maxFieldLength * 4 })
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new DomainError('invalid', t('readForm.weCouldntReadThis'))
  const text = await readText(request, maxFormBytes)
  if (text.split('&', maxFields + 1).length > maxFields)
    throw new DomainError('too-large', t('readForm.thisFormHasToo'))
  return { fields: new URLSearchParams(text), file: null }
}

/** Returns the submitted values URL-encoded, without passwords and overlong texts. */
export function serializeFields({ fields }: Multipart): string {
  const isShown = ([name, value]: [string, string]) =>
    !/password/i.test(name) && [...value.replaceAll('\r\n', '\n')].length <= maxFieldLength
  return new URLSearchParams([...fields].filter(isShown)).toString()
}
