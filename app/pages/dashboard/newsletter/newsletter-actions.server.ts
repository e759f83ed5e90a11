import { readIntent } from '#app/forms/read-intent.server.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { DomainError } from '#core/errors.ts'
import type { Actor } from '#domain/actor.ts'
import { deleteDraft, saveNewsletter, sendTestLetter } from '#domain/newsletter/drafts.server.ts'
import { pauseNewsletter, resumeNewsletter, sendNewsletter } from '#domain/newsletter/sending.server.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'

/** Toast, and the page to redirect to. */
type IntentResult = { text: string; to: string }

const newsletterPath = '/dashboard/newsletter'
const reachesNoOne = () => t('newsletterActions.itReachesNoOne')
const audienceChanged = () => t('newsletterActions.youvePickedADifferent')

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

/** Runs the intent of one of the letter page's buttons. Saves the form before a test or the sending. */
export async function runNewsletterIntent(
  actor: Actor,
  id: string | null,
  form: URLSearchParams,
): Promise<IntentResult> {
  const intent = readIntent(form, newsletterIntents)
  const at = (known: string) => `${newsletterPath}/${known}`
  if (id !== null && intent === 'pause') {
    await pauseNewsletter(actor, id)
    return { text: t('newsletterActions.theLetterIsPaused'), to: at(id) }
  }
  if (id !== null && intent === 'resume') {
    await resumeNewsletter(actor, id)
    return { text: t('newsletterActions.sendingContinues'), to: at(id) }
  }
  if (id !== null && intent === 'delete') {
    await deleteDraft(actor, id)
    return { text: t('newsletterActions.theDraftIsDeleted'), to: newsletterPath }
  }
  const typed = {
    audience: form.get('audience') ?? undefined,
    subject: form.get('subject') ?? '',
    words: `${form.get('words') ?? ''}\n\n${intent === 'link' ? (form.get('link') ?? '') : ''}`,
    photo: intent === 'without-photo' ? '' : form.get('photo'),
    altText: form.get('altText'),
  }
  // without scripts the dialog shows the audience of the saved draft
  if (intent === 'send' && form.get('audience') !== form.get('asked'))
    throw new DomainError('invalid', audienceChanged(), { errors: { audience: [audienceChanged()] } })
  const saved = await saveNewsletter(actor, id, typed, form.get('version'))
  if (intent === 'test') {
    const { email } = await sendTestLetter(actor, saved.id)
    const text = mailNotice(sendsMail(), t('newsletterActions.theTestIsOn', { email }), reachesNoOne())
    return { text, to: at(saved.id) }
  }
  if (intent === 'send') {
    await sendNewsletter(actor, saved.id)
    return {
      text: mailNotice(sendsMail(), t('newsletterActions.theLetterIsOn'), reachesNoOne()),
      to: at(saved.id),
    }
  }
  const text = intent === 'link' ? t('newsletterActions.theLinkIsAt') : t('newsletterActions.theDraftIsSaved')
  return { text, to: at(saved.id) }
}
