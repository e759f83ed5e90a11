import type { MailFault } from '#platform/mail.ts'

/** For admins: the cause of a failed attempt to send mail, and its remedy. */
export const mailFaultSentences: Record<MailFault, string> = {
  'unknown-host': 'There is no server of this name. Check the host in SMTP_URL.',
  'no-connection':
    'The mail server doesn’t respond. Check host and port in SMTP_URL, and whether a firewall or your provider blocks the port.',
  'no-encryption':
    'The connection couldn’t be encrypted. Port 465 needs smtps:// in SMTP_URL, port 587 needs smtp://, and the host must be the one in the server’s certificate.',
  login: 'The mail server doesn’t accept the user name and password in SMTP_URL.',
  sender:
    'The mail server doesn’t accept the sender. MAIL_FROM must be an address that this login may send from, and its domain must exist.',
  recipient: 'The mail server says that there is no such recipient.',
  'recipient-unclear':
    'The mail server refused the recipient without a clear reason. Either the address doesn’t exist, or this login may not send to other domains.',
  policy:
    'The mail server refused the email as spam or against its rules. Check with your provider that your domain and server may send mail.',
  later: 'The mail server asks to try again later. The club does so by itself for about a day.',
  other: 'The mail server refused the email.',
}
