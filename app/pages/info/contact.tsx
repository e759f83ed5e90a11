import { Link } from 'react-router'
import { TelephoneLink } from '#app/components/telephone-link.tsx'
import { createLoader } from '#app/frame/handlers.server.ts'
import { OwnAccountLink } from '#app/frame/own-account-link.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { readClubCopy } from '#domain/club/club.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/contact.ts'
import { Article, ArticleSection } from './article.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, texts.footer.contact, t('contact.whoToAskAbout'))

export const loader = createLoader(async (_: Route.LoaderArgs) => ({
  atTheDoor: (await readClubCopy()).atTheDoor,
}))

export default function Contact({ loaderData: { atTheDoor } }: Route.ComponentProps) {
  return (
    <Article lines={[texts.footer.contact]} intro={t('contact.theQuickestWayDepends')}>
      <VisitUs words={atTheDoor} />
      <ArticleSection heading={t('contact.yourTrainer')}>
        <p>
          {t('contact.everyTrainersEmailAddress')}
          <b>{texts.trainer.about}</b>
          {t('contact.open')}
          <Link to="/trainers">{t('contact.allTrainers')}</Link>
          {t('contact.andChooseYoursWrite')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('contact.aBookingOrA')}>
        <p>
          {t('contact.beforeYouPayYou')}
          <Link to="/dashboard">{t('contact.dashboard')}</Link>
          {t('contact.leadsToYourMonth')}
          <Link to="/dashboard/activityLog">{t('contact.activityLog')}</Link>
          {t('contact.whichListsWhatYou')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('contact.yourData')}>
        <p>
          {t('contact.whatWeKnowAbout')}
          <Link to="/privacy">{t('contact.privacyPolicy')}</Link>
          {t('contact.youCanCopyAnd')}
          <OwnAccountLink to="/dashboard/profileSettings/account">{t('contact.account')}</OwnAccountLink>
          {t('contact.toCorrectSomethingThat')}
        </p>
      </ArticleSection>
      <ArticleSection heading={t('contact.everythingElse')}>
        <ul>
          <li>
            {t('contact.wantToTrainOthers')}
            <OwnAccountLink to="/beTrainer">{t('contact.applyHere')}</OwnAccountLink>
            {t('contact.andAnAdminWill')}
          </li>
          <li>
            {t('contact.wantToHearFrom')}
            <Link to="/">{t('contact.theHomePage')}</Link>.
          </li>
          <li>{t('contact.somethingOnThisSite')}</li>
        </ul>
      </ArticleSection>
    </Article>
  )
}

/** The club's address, opening hours and contact details, as far as they are set. */
function VisitUs({ words }: { words: string }) {
  const { name, company, address, telephone, email, opening, closed } = useLayoutProps().club
  if (!address && !telephone && !email && !opening && !closed && !words) return null
  return (
    <ArticleSection heading={t('contact.atTheDoor')}>
      {address && (
        <address className="as-written">
          {company || name}
          {'\n'}
          {address}
        </address>
      )}
      {(telephone || email) && (
        <p>
          {telephone && <TelephoneLink telephone={telephone} />}
          {telephone && email && t('contact.or')}
          {email && <a href={`mailto:${email}`}>{email}</a>}
        </p>
      )}
      {opening && <p>{opening}.</p>}
      {closed && <p>{closed}.</p>}
      {words && <p className="as-written">{words}</p>}
    </ArticleSection>
  )
}
