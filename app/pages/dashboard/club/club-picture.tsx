import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { PictureField } from '#app/forms/picture-field.tsx'
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
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { papers, pictureSize, type Paper, type PicturePlace } from '#domain/club/club-pictures.rules.ts'
import { removeClubPicture, requirePicturePlace, setClubPicture } from '#domain/club/club-pictures.server.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/club-picture.ts'
import { PlacePicture } from './club-pictures-list.tsx'
import { placeName } from './place-drawing.tsx'
import { settingsTabUrl } from './settings-tabs.ts'

const list = settingsTabUrl('pictures')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('menu.clubPicture'))

export const loader = createLoader(async ({ actor, params }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'club.settings')
  const place = requirePicturePlace(params.place)
  const { serviceNames } = await readClubCopy()
  return { place, name: placeName(place, serviceNames) }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'club.settings')
  const { fields, file } = await readForm('file')
  if (readIntent(fields, ['save', 'remove']) === 'remove') {
    await removeClubPicture(actor, params.place)
    return redirectWithToast(list, { text: t('clubPicture.removed') })
  }
  const input = { paper: fields.get('paper') ?? '', altText: fields.get('altText') ?? '' }
  await setClubPicture(actor, params.place, input as Parameters<typeof setClubPicture>[2], file)
  return redirectWithToast(list, { text: t('clubPicture.saved') })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Papers of the colour beside the picture. */
const usualPaper: Partial<Record<PicturePlace, Paper>> = { 'slide-2': 'pool', 'slide-3': 'bone' }
const paperNames = (): Record<Paper, string> => ({
  clay: t('clubPicture.clay'),
  pool: t('clubPicture.pool'),
  blush: t('clubPicture.blush'),
  bone: t('clubPicture.bone'),
  volt: t('clubPicture.volt'),
  ink: t('clubPicture.ink'),
})

export default function ClubPicturePage({ loaderData: { place, name }, actionData }: Route.ComponentProps) {
  const own = useLayoutProps().club.pictures[place]
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const pending = useNavigation().formData?.get('intent') === 'save'
  const { width, height } = pictureSize(place)
  const chosen = typed?.get('paper') ?? usualPaper[place] ?? 'clay'
  return (
    <>
      <h1>{name}</h1>
      <p className="subtitle">{own ? t('clubPicture.showsOwn') : t('clubPicture.showsDrawing')}</p>
      <div className="club-picture">
        <PlacePicture place={place} sizes="320px" />
        <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
          <PictureField
            label={own ? t('clubPicture.another') : t('clubPicture.first')}
            name="file"
            shape="poster"
            hint={t('clubPicture.size', { width, height })}
            error={errors.photo}
          />
          <fieldset className="field bare">
            <legend className="label">{t('clubPicture.printedOn')}</legend>
            <div className="papers">
              {papers.map((paper) => (
                <label key={paper} className={`paper on-${paper}`}>
                  <input type="radio" name="paper" value={paper} defaultChecked={paper === chosen} />
                  <span>{paperNames()[paper]}</span>
                </label>
              ))}
              <label className="paper">
                <input type="radio" name="paper" value="" defaultChecked={chosen === ''} />
                <span>{t('clubPicture.asItIs')}</span>
              </label>
            </div>
            <p className="note">{t('clubPicture.note')}</p>
          </fieldset>
          <TextField
            label={t('clubPicture.description')}
            aside={t('clubPicture.forThose')}
            name="altText"
            maxLength={bounds.clubPictureAltText.most}
            defaultValue={typed?.get('altText') ?? own?.altText ?? ''}
            error={errors.altText}
          />
          <div className="button-row">
            <Button variant="primary" name="intent" value="save" pending={pending}>
              {t('clubPicture.save')}
            </Button>
            <LinkButton to={list}>{t('clubPicture.cancel')}</LinkButton>
          </div>
        </CheckedForm>
      </div>
      {own && (
        <Form method="post" encType="multipart/form-data" className="above-6">
          <Button name="intent" value="remove">
            {t('clubPicture.remove')}
          </Button>
        </Form>
      )}
    </>
  )
}
