import { DomainError } from '#domain/errors.ts'
import { readMultipart, type Multipart } from '#platform/multipart.ts'

/**
 * A form as it was sent; only the field named here may carry a file. Throws `invalid` for a body that is no form,
 * is broken or has more than it may: the sender's mistake and not ours.
 */
export async function readForm(request: Request, fileField = ''): Promise<Multipart> {
  if (/^multipart\//i.test(request.headers.get('content-type') ?? ''))
    return readMultipart(request, { fileField, maxFieldBytes: 32 * 1024 })
  const form = await request.formData().catch(() => {
    throw new DomainError('invalid', 'This form arrived damaged. Please try again.')
  })
  return { fields: new URLSearchParams([...form].map(([name, value]) => [name, String(value)])), file: null }
}

/** What was typed, for showing it again: everything but passwords. */
export function typedOf({ fields }: Multipart): string {
  return new URLSearchParams([...fields].filter(([name]) => !/password/i.test(name))).toString()
}
