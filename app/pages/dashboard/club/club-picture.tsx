import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Drawing as DrawingPicture } from '#app/components/service-poster.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FieldError, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
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
import {
  ownDrawingOf,
  papers,
  pictureSize,
  posterDrawings,
  stillDrawings,
  type Drawing,
  type Paper,
  type PicturePlace,
} from '#domain/club/club-pictures.rules.ts'
import {
  chooseDrawing,
  previewClubPicture,
  requirePicturePlace,
  setClubPicture,
} from '#domain/club/club-pictures.server.ts'
import { readOriginalCopy } from '#domain/club/club.server.ts'
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
  const { serviceNames } = await readOriginalCopy()
  return { place, name: placeName(place, serviceNames) }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'club.settings')
  const { fields, file } = await readForm('file')
  const intent = readIntent(fields, ['save', 'preview'])
  const source = sources.find((each) => each === fields.get('source')) ?? 'photo'
  const input = { paper: fields.get('paper') ?? '', altText: fields.get('altText') ?? '' }
  const query = input as Parameters<typeof setClubPicture>[2]
  if (intent === 'preview') {
    const print = await previewClubPicture(actor, params.place, query, file)
    return { preview: `data:image/webp;base64,${Buffer.from(print).toString('base64')}` }
  }
  if (source === 'photo') await setClubPicture(actor, params.place, query, file)
  else await chooseDrawing(actor, params.place, source === 'keep' ? null : fields.get(source))
  return redirectWithToast(list, {
    text: source === 'keep' ? t('clubPicture.removed') : t('clubPicture.saved'),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** What a place shows: the site's own drawing, another poster or still life, or a photograph. */
const sources = ['keep', 'poster', 'still', 'photo'] as const

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
  const typed = submittedValues(problem)
  const preview = actionData && 'preview' in actionData ? actionData.preview : null
  const pending = useNavigation().formData?.get('intent') === 'save'
  const drawing = own?.drawing ?? null
  const stored = drawing ? (drawing.startsWith('still') ? 'still' : 'poster') : own ? 'photo' : 'keep'
  const source = typed?.get('source') ?? (preview ? 'photo' : stored)
  const choice = { problem, typed, place, drawing }
  return (
    <>
      <h1>{name}</h1>
      <p className="subtitle">{own?.picture ? t('clubPicture.showsOwn') : t('clubPicture.showsDrawing')}</p>
      <div className="club-picture">
        {preview ? (
          <img className="picture ratio-4-5" src={preview} alt={t('clubPicture.previewAlt')} />
        ) : (
          <PlacePicture place={place} sizes="320px" />
        )}
        <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
          <fieldset className="field bare">
            <legend className="visually-hidden">{t('clubPicture.whatItShows')}</legend>
            <ul className="picture-sources">
              <Source name="keep" chosen={source} />
              <Source name="poster" chosen={source}>
                <Drawings name="poster" drawings={posterDrawings} {...choice} />
              </Source>
              <Source name="still" chosen={source}>
                <Drawings name="still" drawings={stillDrawings} {...choice} />
              </Source>
              <Source name="photo" chosen={source}>
                <Photograph isReplaced={Boolean(own?.picture)} {...choice} />
              </Source>
            </ul>
          </fieldset>
          <TextField
            label={t('clubPicture.description')}
            aside={t('clubPicture.forThose')}
            name="altText"
            maxLength={bounds.clubPictureAltText.most}
            defaultValue={typed?.get('altText') ?? own?.altText ?? ''}
            error={fieldMessages(problem).altText}
          />
          <div className="button-row">
            <Button variant="primary" name="intent" value="save" pending={pending}>
              {t('clubPicture.save')}
            </Button>
            <LinkButton to={list}>{t('clubPicture.cancel')}</LinkButton>
          </div>
        </CheckedForm>
      </div>
    </>
  )
}

type SourceName = (typeof sources)[number]

const sourceTexts = (): Record<SourceName, [name: string, description: string]> => ({
  keep: [t('clubPicture.keep'), t('clubPicture.keep.note')],
  poster: [t('clubPicture.poster'), t('clubPicture.poster.note')],
  still: [t('clubPicture.still'), t('clubPicture.still.note')],
  photo: [t('clubPicture.photo'), t('clubPicture.photo.note')],
})

/** A source of the picture. Its own choices show while it is chosen. */
function Source({ name, chosen, children }: { name: SourceName; chosen: string; children?: ReactNode }) {
  const [label, description] = sourceTexts()[name]
  return (
    <li className="picture-source">
      <label>
        <input type="radio" name="source" value={name} defaultChecked={name === chosen} />
        <span className="dot" />
        <b>{label}</b>
        <span className="note">{description}</span>
      </label>
      {children && <div className="picture-choices">{children}</div>}
    </li>
  )
}

type ChoiceProps = {
  problem: Problem | null
  typed: URLSearchParams | undefined
  place: PicturePlace
  drawing: Drawing | null
}

function Drawings({
  name,
  drawings,
  problem,
  typed,
  place,
  drawing,
}: ChoiceProps & { name: 'poster' | 'still'; drawings: readonly Drawing[] }) {
  const chosen = typed?.get(name) ?? drawing ?? ownDrawingOf(place)
  const error = fieldMessages(problem).drawing
  return (
    <fieldset className="field bare">
      <legend className="visually-hidden">{sourceTexts()[name][0]}</legend>
      <div className="drawings">
        {drawings.map((each) => (
          <label key={each}>
            <input type="radio" name={name} value={each} defaultChecked={each === chosen} />
            <DrawingPicture name={each} sizes="88px" />
            <span className="visually-hidden">{drawingName(each)}</span>
          </label>
        ))}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </fieldset>
  )
}

/** `Yoga harmony` for `service-yoga-harmony`. */
const drawingName = (drawing: Drawing) => {
  const words = drawing.split('-').slice(1).join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function Photograph({ problem, typed, place, isReplaced }: ChoiceProps & { isReplaced: boolean }) {
  const { width, height } = pictureSize(place)
  const chosen = typed?.get('paper') ?? usualPaper[place] ?? 'clay'
  return (
    <>
      <PictureField
        label={isReplaced ? t('clubPicture.another') : t('clubPicture.first')}
        name="file"
        shape="poster"
        hint={t('clubPicture.size', { width, height })}
        error={fieldMessages(problem).photo}
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
      <Button small name="intent" value="preview">
        {t('clubPicture.preview')}
      </Button>
      <noscript>
        <p className="note">{t('clubPicture.previewAgain')}</p>
      </noscript>
    </>
  )
}
