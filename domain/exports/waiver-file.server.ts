import type { Actor } from '#domain/actor.ts'
import { clubFacts } from '#domain/club/club.server.ts'
import { writePdf } from '#domain/documents/pdf.server.ts'
import { readSignature } from '#domain/waivers/waivers.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

/** Returns a signed waiver as PDF. Throws as `readSignature`. */
export async function readWaiverPdf(actor: Actor, memberId: string, version: string): Promise<Uint8Array> {
  const [signature, club] = await Promise.all([readSignature(actor, memberId, version), clubFacts()])
  const { memberName, signerName, words, network, takenBy, signedAt, drawing } = signature
  const day = formatDate(signedAt, club.timeZone)
  return writePdf({
    brand: club.name,
    letterhead: club.address.split('\n'),
    title: 'Waiver',
    reference: [`Version ${version}`, day],
    facts: [
      { name: 'For', lines: [memberName] },
      { name: 'Signed by', lines: [signerName, `${day}, ${formatTime(signedAt, club.timeZone)}`] },
      { name: 'Device', lines: [network, takenBy ? `at the desk, with ${takenBy}` : 'their own'] },
    ],
    columns: [{ heading: t('table.text'), width: 1 }],
    rows: words.split(/\n+/).map((text) => [{ text }]),
    sums: [],
    notes: [drawing === null ? 'Signed with the typed name.' : 'Signed with the name and a drawn signature.'],
    drawing,
    foot: `Waiver, version ${version}`,
    madeAt: signedAt,
  })
}
