/** A card number as it stands on the card: digits in fours, nineteen at most. */
export function groupDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `12 / 34` while it is typed; `before` tells typing from deleting. */
export function writeExpiry(text: string, before: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  const deleting = text.length < before.length
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Month and full year of a typed expiry; zeros while it is incomplete. */
export function readExpiry(text: string): { month: number; year: number } {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : { month: 0, year: 0 }
}
