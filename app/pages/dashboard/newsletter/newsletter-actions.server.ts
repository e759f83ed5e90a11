import type { Actor } from '#domain/actor.ts'
import { DomainError } from '#core/errors.ts'
import { pauseNewsletter, resumeNewsletter, sendNewsletter } from '#domain/newsletter/sending.server.ts'
import { deleteDraft, saveNewsletter, sendTestLetter } from '#domain/newsletter/drafts.server.ts'
import { sendsMail } from '#platform/mail.ts'
import { mailNotice } from '#app/pages/dashboard/parts/wording.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'

/** What to say, and where it is said. */
type IntentResult = { text: string; to: string }

const newsletterPath = '/dashboard/newsletter'
const reachesNobody = 'it reaches nobody'
const audienceChanged = 'Other people are chosen now. Look at how many they are, and send it again.'

const newsletterIntents = [
  'save',
  'link',
  'without-photo',
  'test',
  'send',
  'pause',
  'resume',
  'delete',
] as const

/** Does what one of the buttons of the letter's page asks for. What is typed is saved before it is sent. */
export async function runNewsletterIntent(
  actor: Actor,
  id: string | null,
  form: URLSearchParams,
): Promise<IntentResult> {
  const intent = readIntent(form, newsletterIntents)
  const at = (known: string) => `${newsletterPath}/${known}`
  if (id !== null && intent === 'pause') {
    await pauseNewsletter(actor, id)
    return { text: 'The letter is paused.', to: at(id) }
  }
  if (id !== null && intent === 'resume') {
    await resumeNewsletter(actor, id)
    return { text: 'The letter goes on.', to: at(id) }
  }
  if (id !== null && intent === 'delete') {
    await deleteDraft(actor, id)
    return { text: 'The draft is deleted.', to: newsletterPath }
  }
  const typed = {
    audience: form.get('audience') ?? undefined,
    subject: form.get('subject') ?? '',
    words: `${form.get('words') ?? ''}\n\n${intent === 'link' ? (form.get('link') ?? '') : ''}`,
    photo: intent === 'without-photo' ? '' : form.get('photo'),
    altText: form.get('altText'),
  }
  // without scripts the question before sending names the people that were chosen before
  if (intent === 'send' && form.get('audience') !== form.get('asked'))
    throw new DomainError('invalid', audienceChanged, { errors: { audience: [audienceChanged] } })
  const saved = await saveNewsletter(actor, id, typed, form.get('seen'))
  if (intent === 'test') {
    const { email } = await sendTestLetter(actor, saved.id)
    const text = mailNotice(sendsMail(), `The test is on its way to ${email}.`, reachesNobody)
    return { text, to: at(saved.id) }
  }
  if (intent === 'send') {
    await sendNewsletter(actor, saved.id)
    return { text: mailNotice(sendsMail(), 'The letter is on its way.', reachesNobody), to: at(saved.id) }
  }
  const text = intent === 'link' ? 'The link stands at the end of the letter.' : 'The draft is saved.'
  return { text, to: at(saved.id) }
}
