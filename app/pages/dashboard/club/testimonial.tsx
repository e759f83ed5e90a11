import { Form, useNavigation } from 'react-router'
import {
  addTestimonial,
  changeTestimonial,
  getTestimonial,
  removeTestimonial,
} from '#domain/club/testimonials.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { fieldMessages, problemOf, submittedVersion, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ComposePicture } from '#app/pages/dashboard/content/compose-picture.tsx'
import { readPhotoForm } from '#app/pages/dashboard/content/photo-form.server.ts'
import { usePictureUpload } from '#app/pages/dashboard/content/use-picture-upload.ts'
import { bounds } from '#domain/bounds.ts'
import { settingsTabUrl } from './settings-tabs.ts'
import type { Route } from './+types/testimonial.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'

const settings = settingsTabUrl('firstPage')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Testimonial')

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
        return removeTestimonial(actor, id).then(() => 'The testimonial is taken down.')
      const input = {
        name: form.get('name') ?? '',
        who: form.get('who') ?? '',
        words: form.get('words') ?? '',
        photo: form.get('photo') ?? '',
        consent: form.get('consent') ?? '',
      }
      if (id === 'new')
        return addTestimonial(actor, input).then(() => 'The testimonial is on the first page.')
      return changeTestimonial(actor, id, input, form.get('version')).then(() => 'Testimonial saved.')
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
      <h1>{testimonial ? testimonial.name : 'Add a testimonial'}</h1>
      <p className="subtitle">A few words about the club for its first page, from someone who said yes.</p>
      <CheckedForm
        problem={problem}
        encType="multipart/form-data"
        className="stack testimonial-form"
        onSubmit={upload.hold}
      >
        {testimonial && <HiddenFields values={{ version: submittedVersion(problem, testimonial.version) }} />}
        <FormDraft of={`testimonial ${testimonial?.id} ${testimonial?.version}`} />
        <TextField label="Name" maxLength={bounds.personName.most} {...field('name')} />
        <TextField
          label="Who they are"
          aside="like ‘Member since 2009’"
          maxLength={bounds.voiceWho.most}
          {...field('who')}
        />
        <TextArea label="What they said" maxLength={bounds.voiceWords.most} {...field('words')} />
        <ComposePicture
          upload={upload}
          currentPhoto={typed?.get('photo') ?? ''}
          replaces={testimonial !== null}
          error={errors.photo}
        />
        <TextField label="Said yes on" type="date" {...field('consent')} />
        <div className="button-row">
          <Button variant="primary" name="intent" value="save" pending={pending || upload.held === 'save'}>
            Save
          </Button>
          <LinkButton to={settings}>Cancel</LinkButton>
          {testimonial && (
            <ModalTrigger opens="take-down" className="button">
              Take it down
            </ModalTrigger>
          )}
        </div>
      </CheckedForm>
      {testimonial && (
        <ConfirmDialog
          id="take-down"
          heading="Take this testimonial down?"
          text={`${testimonial.name}’s words come off the first page and are deleted.`}
          cancel="Keep it"
          action={
            <Form method="post" encType="multipart/form-data">
              <Button variant="danger" name="intent" value="remove">
                Take it down
              </Button>
            </Form>
          }
        />
      )}
    </>
  )
}
