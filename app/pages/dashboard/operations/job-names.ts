/** What a background task was to do, by the queue that it failed in. */
const jobNames: Record<string, string> = {
  refund: 'Send money back to a card',
  mail: 'Hand letters to the mail server',
  'forgotten-password': 'Write a letter to whoever forgot a password',
  'cover-calls': 'Ask other trainers to give an hour',
  'cover-calls-of-leavers': 'Ask other trainers to give the hours of one who left',
  newsletter: 'Write a newsletter to its readers',
  'clock-change': 'Put hours right after another time zone was set',
  copies: 'Make a copy of somebody’s data',
  erased: 'Remove the files of somebody who was deleted',
  'sandbox-notice': 'Tell the club what became of a demo payment',
}

/** `Send money back to a card`; a queue without words of its own goes by its name. */
export const jobName = (queue: string) => jobNames[queue] ?? queue
