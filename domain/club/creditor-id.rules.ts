/** Checks form and checksum (ISO 7064) of a SEPA creditor identifier, such as `DE98ZZZ09999999999`. */
export function isCreditorId(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}$/.test(text)) return false
  // the business code at 5 to 7 does not count
  const digits = `${text.slice(7)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
