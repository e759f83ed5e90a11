import { DomainError } from '#core/errors.ts'
import { readText } from '#platform/request-body/read-body.ts'
import { readMultipart, type Multipart } from '#platform/request-body/multipart.ts'
import { bounds } from '#domain/bounds.ts'

/** The characters of the longest text that a field takes, each of up to four bytes. */
const maxFieldLength = bounds.newsletterWords.most
// that text, each byte as %XX, and whatever stands beside it
const maxFormBytes = 128 * 1024

/**
 * A form as it was sent, from this address; only the field named here may carry a file. Throws `too-large`, and
 * `invalid` for a body that is no form, is broken or has more than it may: the sender's mistake and not ours.
 */
export async function readForm(request: Request, address: string, fileField = ''): Promise<Multipart> {
  const type = request.headers.get('content-type') ?? ''
  if (/^multipart\//i.test(type))
    return readMultipart(request, address, { fileField, maxFieldBytes: maxFieldLength * 4 })
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type))
    throw new DomainError('invalid', 'This form arrived damaged. Please try again.')
  return { fields: new URLSearchParams(await readText(request, maxFormBytes)), file: null }
}

/** What was typed, for showing it again: everything but passwords and what no field takes. */
export function serializeFields({ fields }: Multipart): string {
  const isShown = ([name, value]: [string, string]) =>
    !/password/i.test(name) && [...value.replaceAll('\r\n', '\n')].length <= maxFieldLength
  return new URLSearchParams([...fields].filter(isShown)).toString()
}
