import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import {
  fieldMessages,
  problemOf,
  submittedValues,
  submittedVersion,
  type Problem,
} from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { pageCountOf, pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { bounds } from '#domain/bounds.ts'
import {
  listOtherLanguages,
  ownTextGroups,
  readOwnTexts,
  saveOwnWords,
  versionOfWords,
  type OwnText,
} from '#domain/club/own-words.server.ts'
import { formatNumber } from '#format/money.ts'
import { languages, type Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/own-words.ts'
import { SaveBar } from './save-bar.tsx'

const heading = () => t('ownWords.heading')
/** A form reads 200 fields at most. */
const textsAPage = 40

type Place = { language: string; group: OwnText['group']; page: number }
const pathOf = ({ language, group, page }: Place) =>
  `/dashboard/ownWords?${new URLSearchParams({ language, group, ...(page > 1 && { page: String(page) }) }).toString()}`

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const others = listOtherLanguages(actor)
    const query = new URL(request.url).searchParams
    const language = query.get('language') ?? others[0]
    if (language === undefined) return null
    const all = await readOwnTexts(actor, language)
    const groups = ownTextGroups
      .map((name) => ({ name, texts: all.filter(({ group }) => group === name) }))
      .filter(({ texts }) => texts.length > 0)
    const chosen = groups.find(({ name }) => name === query.get('group')) ?? groups[0]
    const inGroup = chosen?.texts ?? []
    const pageCount = pageCountOf(inGroup.length, textsAPage)
    const page = Math.min(pageCount, pageFromUrl(request))
    const { limit, offset } = pageRange(page, textsAPage)
    const texts = inGroup.slice(offset, offset + limit)
    return {
      others,
      clubLanguage: club.languages[0]!,
      place: { language: language as Language, group: chosen?.name ?? 'firstPage', page },
      pageCount,
      missing: countMissing(all),
      count: all.length,
      groups: groups.map((each) => ({ name: each.name, missing: countMissing(each.texts) })),
      texts,
      version: versionOfWords(texts),
    }
  },
)

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const { changed } = await saveOwnWords(
    actor,
    fields.get('language') ?? '',
    new Map(fields),
    fields.get('version'),
  )
  return redirectWithToast(`/dashboard/ownWords${new URL(request.url).search}`, {
    text: t('ownWords.saved', { changed }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** What the club wrote itself, in its other languages. */
export default function OwnWords({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/dashboard/club">{t('ownWords.clubSettings')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">{t('ownWords.subtitle')}</p>
      {loaderData === null ? (
        <div className="panel">
          <EmptyState heading={t('ownWords.noOther')}>{t('ownWords.chooseOthers')}</EmptyState>
        </div>
      ) : (
        <Texts {...loaderData} problem={problemOf(actionData)} />
      )}
    </>
  )
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']>

function Texts({ problem, ...loaded }: Loaded & { problem: Problem | null }) {
  const { others, place, groups, missing, count, pageCount, version } = loaded
  return (
    <>
      <p className="above-3">
        <b>{t('ownWords.missing', { missing, count })}</b>
      </p>
      {others.length > 1 && (
        <nav className="tabs" aria-label={t('ownWords.languages')}>
          {others.map((language) => (
            <Link
              key={language}
              to={pathOf({ ...place, language, page: 1 })}
              aria-current={language === place.language ? 'page' : undefined}
            >
              {languages[language]}
            </Link>
          ))}
        </nav>
      )}
      <nav className="tabs" aria-label={heading()}>
        {groups.map(({ name, missing: missingHere }) => (
          <Link
            key={name}
            to={pathOf({ ...place, group: name, page: 1 })}
            aria-current={name === place.group ? 'page' : undefined}
          >
            {t('ownWords.group', { group: name })}
            {missingHere > 0 && <span className="note tabular"> {formatNumber(missingHere)}</span>}
          </Link>
        ))}
      </nav>
      {/* remounts to show saved words */}
      <TextsForm key={`${pathOf(place)} ${version}`} {...loaded} problem={problem} />
      <Pagination page={place.page} pageCount={pageCount} addressOf={(page) => pathOf({ ...place, page })} />
    </>
  )
}

function TextsForm({
  place,
  clubLanguage,
  texts,
  version,
  problem,
}: Pick<Loaded, 'place' | 'clubLanguage' | 'texts' | 'version'> & { problem: Problem | null }) {
  const { language } = place
  const [changed, setChanged] = useState(problem !== null)
  const pending = useNavigation().formMethod === 'POST'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <CheckedForm
      problem={problem}
      action={pathOf(place)}
      className="stack own-words"
      preventScrollReset
      onInput={() => setChanged(true)}
    >
      <HiddenFields values={{ language, version: submittedVersion(problem, version) }} />
      {texts.map(({ key, source, words }) => (
        <div key={key} className="stack">
          <p className="own-text" lang={clubLanguage}>
            {source}
          </p>
          <TextArea
            label={t('ownWords.in', { language: languages[language] })}
            name={key}
            lang={language}
            rows={rowsOf(source)}
            maxLength={bounds.ownWords.most}
            defaultValue={typed?.get(key) ?? words}
            error={errors[key]}
          />
        </div>
      ))}
      <SaveBar changed={changed} note={t('ownWords.emptyShowsYours')}>
        <Button variant="primary" pending={pending}>
          {t('ownWords.save')}
        </Button>
      </SaveBar>
    </CheckedForm>
  )
}

/** Lines that a text of this length takes. */
const rowsOf = (source: string): number =>
  Math.min(12, Math.floor(source.length / 60) + source.split('\n').length)

const countMissing = (texts: OwnText[]): number => texts.filter(({ words }) => words === '').length
