import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { readPhotoForm } from '#app/pages/dashboard/content/photo-form.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { requirePermission } from '#domain/actor.ts'
import {
  addGalleryItem,
  changeGalleryItem,
  listGallery,
  moveGalleryItem,
  removeGalleryItem,
} from '#domain/gallery/gallery.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/manage-gallery.ts'
import { GalleryRow } from './gallery-row.tsx'
import { GalleryUpload } from './gallery-upload.tsx'
import { useReorder } from './use-reorder.ts'

const rows = 24
const heading = () => t('manageGallery.galleryManagement')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'gallery.manage')
  const page = pageFromUrl(request)
  return { page, ...(await listGallery(pageRange(page, rows))) }
})

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'gallery.manage')
  const form = await readPhotoForm(readForm, actor)
  const intent = readIntent(form, ['add', 'change', 'move', 'remove'])
  const id = form.get('id') ?? ''
  const description = { caption: form.get('caption') ?? '', altText: form.get('altText') ?? '' }
  const save = async () => {
    if (intent === 'remove')
      return removeGalleryItem(actor, id).then(() => t('manageGallery.thePictureIsTaken'))
    if (intent === 'move')
      return moveGalleryItem(actor, id, { place: form.get('place') }).then(() =>
        t('manageGallery.thePictureIsMoved'),
      )
    if (intent === 'change')
      return changeGalleryItem(actor, id, description).then(() => t('manageGallery.captionSaved'))
    const photos = form.getAll('photo')
    for (const photo of photos.length > 0 ? photos : [''])
      await addGalleryItem(actor, { photo, ...description })
    return t('manageGallery.pictureIsNowAt', { count: photos.length })
  }
  return redirectWithToast(`/dashboard/gallery${new URL(request.url).search}`, { text: await save() })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function ManageGallery({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page } = loaderData
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const wrongId = submittedValues(problem)?.get('id')
  const message = formMessage(problem)
  const first = (page - 1) * rows
  const { handle, dropEdge } = useReorder(first, total)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">{t('manageGallery.pictureInTheOrder', { total })}</p>
        </div>
        <LinkButton to="/gallery" small>
          {texts.gallery.heading}
        </LinkButton>
      </div>
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <GalleryUpload error={errors.photo} />
      {total === 0 ? (
        <div className="above-6">
          <EmptyState heading={t('manageGallery.noPicturesYet')}>
            {t('manageGallery.chooseSomeAboveAnd')}
          </EmptyState>
        </div>
      ) : (
        <ul className="gallery-rows">
          {items.map((item, index) => (
            <GalleryRow
              key={item.id}
              item={item}
              position={first + index}
              total={total}
              handle={handle(item.id, first + index)}
              dropEdge={dropEdge(first + index)}
              problem={wrongId === item.id ? problem : null}
            />
          ))}
        </ul>
      )}
      <ListPagination page={page} total={total} rows={rows} />
    </>
  )
}
