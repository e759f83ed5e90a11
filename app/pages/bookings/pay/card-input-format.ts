/** Formats a card number in groups of four digits, nineteen digits at most. */
export function groupDigits(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 19)
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** Formats an expiry as `12 / 34` while it is typed. The previous text distinguishes typing from deleting. */
export function formatExpiry(text: string, previous: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  const deleting = text.length < previous.length
  if (digits.length < 2 || (deleting && digits.length === 2)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Returns month and full year of a typed expiry; zeros while it is incomplete. */
export function parseExpiry(text: string): { month: number; year: number } {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text)
  return match ? { month: Number(match[1]), year: 2000 + Number(match[2]) } : { month: 0, year: 0 }
}
