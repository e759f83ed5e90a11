import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { DateField } from '#app/forms/date-field.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedVersion, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ComposePicture } from '#app/pages/dashboard/content/compose-picture.tsx'
import { readPhotoForm } from '#app/pages/dashboard/content/photo-form.server.ts'
import { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import {
  addTestimonial,
  changeTestimonial,
  getTestimonial,
  removeTestimonial,
} from '#domain/club/testimonials.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/testimonial.ts'
import { settingsTabUrl } from './settings-tabs.ts'

const settings = settingsTabUrl('firstPage')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('testimonial.testimonial'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'testimonials.manage')
  return { testimonial: params.id === 'new' ? null : await getTestimonial(actor, params.id) }
})

export const action = createAction(
  async ({ actor, params: { id }, readForm }: Route.ActionArgs & ActionContext) => {
    requirePermission(actor, 'testimonials.manage')
    const form = await readPhotoForm(readForm, actor)
    const intent = readIntent(form, ['save', 'remove'])
    const save = async () => {
      if (intent === 'remove')
        return removeTestimonial(actor, id).then(() => t('testimonial.theTestimonialIsTaken'))
      const input = {
        name: form.get('name') ?? '',
        who: form.get('who') ?? '',
        words: form.get('words') ?? '',
        photo: form.get('photo') ?? '',
        consent: form.get('consent') ?? '',
      }
      if (id === 'new') return addTestimonial(actor, input).then(() => t('testimonial.theTestimonialIsOn'))
      return changeTestimonial(actor, id, input, form.get('version')).then(() =>
        t('testimonial.testimonialSaved'),
      )
    }
    return redirectWithToast(settings, { text: await save() })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

export default function TestimonialPage({ loaderData: { testimonial }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const { viewer } = useLayoutProps()
  const upload = usePictureUpload(viewer?.email ?? '')
  const pending = useNavigation().formData?.get('intent') === 'save'
  const field = (name: 'name' | 'who' | 'words' | 'consent') => ({
    name,
    defaultValue: typed?.get(name) ?? testimonial?.[name] ?? '',
    error: errors[name],
  })
  return (
    <>
      <h1>{testimonial ? testimonial.name : t('testimonial.addATestimonial')}</h1>
      <p className="subtitle">{t('testimonial.aFewWordsAbout')}</p>
      <CheckedForm
        problem={problem}
        encType="multipart/form-data"
        className="stack testimonial-form"
        onSubmit={upload.hold}
      >
        {testimonial && <HiddenFields values={{ version: submittedVersion(problem, testimonial.version) }} />}
        <FormDraft of={`testimonial ${testimonial?.id} ${testimonial?.version}`} />
        <TextField label={t('form.name')} maxLength={bounds.personName.most} {...field('name')} />
        <TextField
          label={t('testimonial.whoTheyAre')}
          aside={t('testimonial.likeMemberSince2009')}
          maxLength={bounds.voiceWho.most}
          {...field('who')}
        />
        <TextArea
          label={t('testimonial.whatTheySaid')}
          maxLength={bounds.voiceWords.most}
          {...field('words')}
        />
        <ComposePicture
          upload={upload}
          currentPhoto={typed?.get('photo') ?? ''}
          replaces={testimonial !== null}
          error={errors.photo}
        />
        <DateField label={t('testimonial.saidYesOn')} {...field('consent')} />
        <div className="button-row">
          <Button variant="primary" name="intent" value="save" pending={pending || upload.held === 'save'}>
            {t('testimonial.save')}
          </Button>
          <LinkButton to={settings}>{t('testimonial.cancel')}</LinkButton>
          {testimonial && (
            <ModalTrigger opens="take-down" className="button">
              {t('testimonial.takeItDown')}
            </ModalTrigger>
          )}
        </div>
      </CheckedForm>
      {testimonial && (
        <ConfirmDialog
          id="take-down"
          heading={t('testimonial.takeThisTestimonialDown')}
          text={t('testimonial.sWordsComeOff', { name: testimonial.name })}
          cancel={t('testimonial.keepIt')}
          action={
            <Form method="post" encType="multipart/form-data">
              <Button variant="danger" name="intent" value="remove">
                {t('testimonial.takeItDown')}
              </Button>
            </Form>
          }
        />
      )}
    </>
  )
}
