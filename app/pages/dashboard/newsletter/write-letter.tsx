import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import type { CountedAudience } from '#domain/newsletter/audience.server.ts'
import type { Newsletter } from '#domain/newsletter/issues.server.ts'
import type { LetterLink } from '#domain/newsletter/suggested-links.server.ts'
import { t } from '#messages/t.ts'
import { audienceSize, audienceValue } from './audience-wording.ts'
import { ChooseAudience } from './choose-audience.tsx'
import { FindTrainer } from './find-trainer.tsx'
import { LetterForm } from './letter-form.tsx'
import { LetterPreview } from './letter-preview.tsx'

type Props = {
  letter: Newsletter | null
  audiences: CountedAudience[]
  search: string
  /** Whether more trainers have members than the list offers. */
  isMore: boolean
  links: LetterLink[]
  changed: string | null
  /** When a test of this version was sent. */
  tested: string | null
  hasMail: boolean
  problem: Problem | null
}

const formId = 'letter'

/** Edits a draft, with preview, test and sending. */
export function WriteLetter(props: Props) {
  const { letter, audiences, search, isMore, links, changed, tested, hasMail, problem } = props
  const { viewer } = useLayoutProps()
  const upload = usePictureUpload(viewer?.email ?? '')
  const sending = useNavigation().formData?.get('intent')
  const isBusy = (intent: string) => sending === intent || upload.held === intent
  const saved = letter ? audienceValue(letter) : ''
  const [audience, choose] = useState(submittedValues(problem)?.get('audience') ?? saved)
  const chosen = audiences.find((each) => audienceValue(each) === audience) ?? audiences[0]
  const hydrated = useHydrated()
  const people = t('writeLetter.person', { people: chosen?.people ?? 0 })
  return (
    <>
      <h1>{t('writeLetter.writeALetter')}</h1>
      <p className="subtitle">
        {changed ? t('writeLetter.savedOn', { changed }) : t('writeLetter.toSubscribersOrTo')}
      </p>
      <div className="write-letter">
        <div className="stack">
          {(isMore || search !== '') && <FindTrainer {...{ search, audiences, isMore, chosen }} />}
          <LetterForm id={formId} {...{ letter, links, upload, problem }}>
            <ChooseAudience {...{ audiences, chosen, choose, problem }} />
          </LetterForm>
          <div className="action-row">
            <Button form={formId} name="intent" value="save" pending={isBusy('save')}>
              {t('writeLetter.save')}
            </Button>
            <Button
              form={formId}
              name="intent"
              value="test"
              variant={tested ? 'outline' : 'primary'}
              pending={isBusy('test')}
            >
              {t('writeLetter.sendMeATest')}
            </Button>
            {letter && chosen && chosen.people > 0 && (
              <ModalTrigger opens="send-letter" className={tested ? 'button primary' : 'button'}>
                {t('writeLetter.sendTo', { people })}
              </ModalTrigger>
            )}
          </div>
          {tested && <p className="note">{t('writeLetter.aTestOfThis', { tested })}</p>}
          {letter && <DeleteDraft pending={sending === 'delete'} />}
        </div>
        <LetterPreview
          letter={letter}
          formId={formId}
          note={hydrated ? t('writeLetter.noOneSeesThis') : t('writeLetter.previewOfTheSaved')}
        />
      </div>
      <ConfirmDialog
        id="send-letter"
        heading={t('writeLetter.sendTheLetter')}
        text={mailNotice(
          hasMail,
          t('writeLetter.theLetterAsIt', { chosen: chosen ? audienceSize(chosen) : '' }),
          t('writeLetter.itReachesNoOne'),
        )}
        action={
          <Button form={formId} name="intent" value="send" variant="primary" pending={isBusy('send')}>
            {t('writeLetter.sendTo', { people })}
          </Button>
        }
      />
    </>
  )
}

function DeleteDraft({ pending }: { pending: boolean }) {
  return (
    <Form method="post">
      <Button name="intent" value="delete" small variant="delete" pending={pending}>
        {t('writeLetter.deleteTheDraft')}
      </Button>
    </Form>
  )
}
