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
    title: t('waiverFile.waiver'),
    reference: [t('waiverFile.version', { version }), day],
    facts: [
      { name: t('waiverFile.for'), lines: [memberName] },
      {
        name: t('waiverFile.signedBy'),
        lines: [signerName, `${day}, ${formatTime(signedAt, club.timeZone)}`],
      },
      {
        name: t('waiverFile.device'),
        lines: [network, takenBy ? t('waiverFile.atTheDesk', { name: takenBy }) : t('waiverFile.own')],
      },
    ],
    columns: [{ heading: t('table.text'), width: 1 }],
    rows: words.split(/\n+/).map((text) => [{ text }]),
    sums: [],
    notes: [drawing === null ? t('waiverFile.typed') : t('waiverFile.drawn')],
    drawing,
    foot: t('waiverFile.foot', { version }),
    madeAt: signedAt,
  })
}
