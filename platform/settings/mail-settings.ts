export type MailSettings = {
  /** SMTP server, such as `smtps://user:password@mail.club.example`, or null. */
  smtpUrl: string | null
  /** Sender of letters: `Palestra <hello@club.example>`. */
  mailFrom: string
}

type MailVariables = Partial<Record<'SMTP_URL' | 'MAIL_FROM' | 'CLUB_NAME', string | undefined>>

/** Reads the settings of mail. Adds errors to `problems`. */
export function readMailSettings(value: MailVariables, publicUrl: string, problems: string[]): MailSettings {
  const { SMTP_URL: smtpUrl = null, MAIL_FROM: given } = value
  if (smtpUrl !== null && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol)))
    problems.push('SMTP_URL must look like smtps://user:password@host:465 or smtp://host:25.')
  if (smtpUrl !== null && given === undefined)
    problems.push('MAIL_FROM must be given together with SMTP_URL, such as Palestra <hello@club.example>.')
  if (given !== undefined && !/^([^<>"@,;:\r\n]+ <[^<>@\s]+@[^<>@\s]+>|[^<>@\s,]+@[^<>@\s,]+)$/.test(given))
    problems.push('MAIL_FROM must be an address, or a name and an address: Palestra <hello@club.example>.')
  const mailFrom = given ?? `${value.CLUB_NAME ?? 'Palestra'} <hello@${new URL(publicUrl).hostname}>`
  return { smtpUrl, mailFrom }
}
