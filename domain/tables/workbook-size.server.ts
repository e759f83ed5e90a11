import { DomainError } from '#core/errors.ts'
import { t } from '#messages/t.ts'
import { tableLimits } from './uploaded-table-limits.rules.ts'

const endRecord = 0x06054b50
const directoryEntry = 0x02014b50
const endRecordBytes = 22
const entryBytes = 46

const unreadable = () => new DomainError('invalid', t('refusal.thisWorkbookIsDamaged'))

/**
 * Throws `too-large` if a workbook would unpack to too many bytes, and `invalid` if it is no whole ZIP file. The sizes
 * are those of the ZIP directory. The reader stops a part at its declared size, so a false one is refused there; only
 * a size of zero would lift that limit.
 */
export function requireSmallWorkbook(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(view)
  const parts = view.getUint16(end + 10, true)
  if (parts > tableLimits.parts) throw new DomainError('too-large', t('refusal.thisWorkbookHasToo'))
  let place = view.getUint32(end + 16, true)
  let unpacked = 0
  for (let part = 0; part < parts; part += 1) {
    if (place + entryBytes > bytes.length || view.getUint32(place, true) !== directoryEntry)
      throw unreadable()
    const packed = view.getUint32(place + 20, true)
    const size = view.getUint32(place + 24, true)
    // an empty part is packed into two bytes
    if (size === 0 && packed > 2) throw unreadable()
    unpacked += size
    const isTooLarge = isSharedText(bytes, place) && size > tableLimits.sharedTextBytes
    if (isTooLarge || unpacked > tableLimits.unpackedBytes)
      throw new DomainError('too-large', t('refusal.thisWorkbookIsToo'))
    place += entryBytes + [28, 30, 32].reduce((length, at) => length + view.getUint16(place + at, true), 0)
  }
}

/** Whether an entry of the directory is the list of texts, of which the reader keeps every one in memory. */
function isSharedText(bytes: Uint8Array, place: number): boolean {
  const start = place + entryBytes
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint16(place + 28, true)
  return new TextDecoder('latin1').decode(bytes.subarray(start, start + length)).endsWith('sharedStrings.xml')
}

function findEndRecord(view: DataView): number {
  const last = view.byteLength - endRecordBytes
  // a comment of up to 65,535 bytes may follow the record
  for (let place = last; place >= Math.max(0, last - 65_535); place -= 1)
    if (view.getUint32(place, true) === endRecord) return place
  throw unreadable()
}
