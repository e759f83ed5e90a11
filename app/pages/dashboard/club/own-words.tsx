import { useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { bounds } from '#domain/bounds.ts'
import {
  listOtherLanguages,
  readOwnTexts,
  saveOwnWords,
  type OwnText,
} from '#domain/club/own-words.server.ts'
import { languages, type Language } from '#messages/languages.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/own-words.ts'
import { SaveBar } from './save-bar.tsx'

const heading = () => t('ownWords.heading')
const pathOf = (language: string) => `/dashboard/ownWords?language=${language}`

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const others = listOtherLanguages(actor)
    const language = new URL(request.url).searchParams.get('language') ?? others[0]
    if (language === undefined) return null
    const texts = await readOwnTexts(actor, language)
    return { others, language: language as Language, clubLanguage: club.languages[0]!, texts }
  },
)

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const language = new URL(request.url).searchParams.get('language') ?? ''
  const { changed } = await saveOwnWords(actor, language, new Map(fields))
  return redirectWithToast(pathOf(language), { text: t('ownWords.saved', { changed }) })
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
        <>
          {loaderData.others.length > 1 && (
            <nav className="tabs" aria-label={heading()}>
              {loaderData.others.map((each) => (
                <Link
                  key={each}
                  to={pathOf(each)}
                  aria-current={each === loaderData.language ? 'page' : undefined}
                >
                  {languages[each]}
                </Link>
              ))}
            </nav>
          )}
          <OwnWordsForm key={loaderData.language} {...loaderData} problem={problemOf(actionData)} />
        </>
      )}
    </>
  )
}

type FormProps = {
  language: Language
  clubLanguage: Language
  texts: OwnText[]
  problem: Problem | null
}

function OwnWordsForm({ language, clubLanguage, texts, problem }: FormProps) {
  const [changed, setChanged] = useState(problem !== null)
  const pending = useNavigation().formMethod === 'POST'
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <CheckedForm problem={problem} preventScrollReset onInput={() => setChanged(true)}>
      <p className="above-3">
        <b>{t('ownWords.missing', { missing: countMissing(texts), count: texts.length })}</b>
      </p>
      {[...Map.groupBy(texts, ({ group }) => group)].map(([group, ofGroup]) => (
        <SettingsSection
          key={group}
          heading={t('ownWords.group', { group })}
          note={t('ownWords.missingHere', { missing: countMissing(ofGroup) })}
        >
          {ofGroup.map(({ key, source, words }) => (
            <div key={key} className="stack">
              <p className="own-text" lang={clubLanguage}>
                {source}
              </p>
              <TextArea
                label={t('ownWords.in', { language: languages[language] })}
                name={key}
                lang={language}
                rows={Math.min(12, 1 + Math.floor(source.length / 60) + source.split('\n').length - 1)}
                maxLength={bounds.ownWords.most}
                defaultValue={typed?.get(key) ?? words}
                error={errors[key]}
              />
            </div>
          ))}
        </SettingsSection>
      ))}
      <SaveBar changed={changed} note={t('ownWords.emptyShowsYours')}>
        <Button variant="primary" pending={pending}>
          {t('ownWords.save')}
        </Button>
      </SaveBar>
    </CheckedForm>
  )
}

const countMissing = (texts: OwnText[]): number => texts.filter(({ words }) => words === '').length
