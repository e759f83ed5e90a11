import { Check } from 'lucide'
import { Link } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { LogoMark } from '#app/components/mark.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { FieldError, TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePerson } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { healthConsentWords } from '#domain/waivers/health-answers.server.ts'
import { mostQuestions, questionsIn } from '#domain/waivers/health-questions.rules.ts'
import { readWaiverOf, signWaiver } from '#domain/waivers/waivers.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import { safeReturnPath } from '#sign-in/return-path.rules.ts'
import type { Route } from './+types/sign-waiver.ts'
import { SignatureField } from './signature-field.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('signWaiver.signTheWaiver'))

export const loader = createLoader(
  async ({ actor, params, request, page: { club } }: Route.LoaderArgs & LoaderContext) => ({
    ...(await readWaiverOf(actor, params.id)),
    isOwn: requirePerson(actor).id === params.id,
    consent: healthConsentWords(),
    next: safeReturnPath(new URL(request.url).searchParams.get('next')),
    hasMail: sendsMail(),
    clubName: club.name,
    timeZone: club.timeZone,
  }),
)

export const action = createAction(
  async ({ actor, params: { id }, page, readForm }: Route.ActionArgs & ActionContext) => {
    const isOwn = requirePerson(actor).id === id
    const { fields } = await readForm()
    const { name } = await signWaiver(
      actor,
      id,
      {
        version: fields.get('version') ?? '',
        textVersion: fields.get('textVersion'),
        signerName: fields.get('signerName') ?? '',
        drawing: fields.get('drawing'),
        health: {
          answers: Array.from({ length: mostQuestions }, (_, index) => fields.get(`answer${index}`)),
          details: fields.get('details') ?? '',
          consents: fields.get('healthConsent') === 'yes',
        },
      },
      page.address,
    )
    const next = safeReturnPath(fields.get('next'))
    return redirectWithToast(next === '/' ? (isOwn ? '/dashboard' : '/dashboard/waiver') : next, {
      text: isOwn ? t('signWaiver.theWaiverIsSigned') : t('signWaiver.theWaiverOfIs', { name }),
    })
  },
)

export { clientAction } from '#app/forms/client-action.ts'

/** The waiver on a tablet at the desk, or on the member's own device. */
export default function SignWaiver({ loaderData, actionData }: Route.ComponentProps) {
  const { waiver, member, signature, hasHealthAnswers, isOwn, consent, next, hasMail, clubName, timeZone } =
    loaderData
  const problem = problemOf(actionData)
  const back = isOwn ? '/dashboard' : '/dashboard/waiver'
  return (
    <main className="tablet-sheet" id="content">
      <header className="tablet-top">
        <Link className="brand" to={back}>
          <LogoMark />
          {clubName}
        </Link>
        {waiver && (
          <span className="note">
            {t('signWaiver.version', {
              version: waiver.version,
              createdAt: formatDate(waiver.createdAt, timeZone),
            })}
          </span>
        )}
      </header>
      <h1 className="display h-section">{t('signWaiver.waiver')}</h1>
      <p className="lead anywhere above-4">
        {t('signWaiver.for')}
        <b>{member.name}</b>
        {member.birthDate && t('signWaiver.born', { birthDate: formatDate(member.birthDate, 'UTC') })}.
      </p>
      {!waiver && <p className="above-5">{t('signWaiver.theClubHasNo')}</p>}
      {waiver && (
        <div className="agreement-words">
          {waiver.words.split(/\n+/).map((paragraph) => (
            <p key={paragraph} className="anywhere">
              {paragraph}
            </p>
          ))}
        </div>
      )}
      {waiver && signature && (
        <div className="stack">
          <p>
            {t('signWaiver.signedByOn', {
              signerName: signature.signerName,
              signedAt: formatDate(signature.signedAt, timeZone),
            })}
          </p>
          <div className="button-row">
            <LinkButton reloadDocument to={`/dashboard/sign/${member.id}/${signature.version}.pdf`}>
              {t('signWaiver.saveAsPdf')}
            </LinkButton>
            {isOwn && hasHealthAnswers && (
              <LinkButton to={`/dashboard/healthAnswers/${member.id}`}>
                {t('health.answersAboutHealth')}
              </LinkButton>
            )}
          </div>
        </div>
      )}
      {waiver && !signature && (
        <CheckedForm problem={problem} className="stack">
          <HiddenFields values={{ version: String(waiver.version), textVersion: waiver.textVersion, next }} />
          {waiver.questions !== '' && (
            <HealthQuestions
              questions={questionsIn(waiver.questions)}
              consent={consent}
              hasAnswers={hasHealthAnswers}
              problem={problem}
            />
          )}
          <SignatureField name="drawing" />
          <TextField
            label={member.isChild ? t('signWaiver.yourNameAsA') : t('form.yourName')}
            name="signerName"
            maxLength={bounds.personName.most}
            autoComplete="off"
            defaultValue={submittedValues(problem)?.get('signerName') ?? ''}
            error={fieldMessages(problem).signerName}
          />
          <Button variant="primary">{t('signWaiver.iAgreeSignIt')}</Button>
          {hasMail && <p className="note">{t('signWaiver.aCopyGoesTo')}</p>}
        </CheckedForm>
      )}
    </main>
  )
}

type QuestionsProps = { questions: string[]; consent: string; hasAnswers: boolean; problem: Problem | null }

/** Questions about health, which are answered with consent or not at all. */
function HealthQuestions({ questions, consent, hasAnswers, problem }: QuestionsProps) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const answers = { yes: t('health.yes'), no: t('health.no') }
  return (
    <fieldset className="stack tight health-questions">
      <legend className="h-card">{t('health.yourHealth')}</legend>
      <p className="note">
        {t('health.onlyYourTrainerReads')} {hasAnswers && t('health.earlierAnswersStay')}
      </p>
      {questions.map((question, index) => (
        <fieldset className="health-question" key={question}>
          <legend className="anywhere">{question}</legend>
          <div className="button-row">
            {Object.entries(answers).map(([value, label]) => (
              <label className="check" key={value}>
                <input
                  type="radio"
                  name={`answer${index}`}
                  value={value}
                  defaultChecked={typed?.get(`answer${index}`) === value}
                />
                <span className="box">
                  <Icon of={Check} />
                </span>
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {errors.answers && <FieldError id="answers-error">{errors.answers}</FieldError>}
      <TextArea
        label={t('health.whatWeShouldKnow')}
        aside={t('contactDetails.optional')}
        name="details"
        rows={2}
        maxLength={bounds.healthDetails.most}
        defaultValue={typed?.get('details') ?? ''}
        error={errors.details}
      />
      <label className="check">
        <input
          type="checkbox"
          name="healthConsent"
          value="yes"
          defaultChecked={typed?.get('healthConsent') === 'yes'}
          aria-describedby={errors.healthConsent && 'health-consent-error'}
        />
        <span className="box">
          <Icon of={Check} />
        </span>
        <span>{consent}</span>
      </label>
      {errors.healthConsent && <FieldError id="health-consent-error">{errors.healthConsent}</FieldError>}
    </fieldset>
  )
}
