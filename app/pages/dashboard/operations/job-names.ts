/** Names of background tasks, by queue. */
const jobNames: Record<string, string> = {
  refund: 'Send money back to a card',
  mail: 'Send emails through the mail server',
  'forgotten-password': 'Email a link for a new password',
  'cover-calls': 'Ask other trainers for cover',
  'cover-calls-of-leavers': 'Ask other trainers to cover for a retired one',
  newsletter: 'Write a newsletter to its readers',
  'clock-change': 'Correct hours after a change of time zone',
  copies: 'Make a copy of a person’s data',
  'import-invitations': 'Invite members who were brought in',
  imports: 'Bring members in from a file, or take them out',
  erased: 'Remove the files of a deleted person',
  'cancel-membership': 'Cancel a membership for the address that was entered',
  'detach-card': 'Remove a stored card at the card processor',
  withdraw: 'Withdraw from purchases for the address that was entered',
  'sandbox-notice': 'Report the outcome of a demo payment',
}

/** `Send money back to a card`; the queue itself if it has no name here. */
export const jobName = (queue: string) => jobNames[queue] ?? queue
