import { Link } from 'react-router'
import { texts } from '#copy/texts.ts'
import { sinceYear, type ClubFacts } from '#domain/club/club-facts.rules.ts'
import { t } from '#messages/t.ts'
import { Brand } from './brand.tsx'

const footer = texts.footer

const columns = () => [
  {
    heading: footer.services,
    links: [
      { to: '/fitness-resources', name: footer.fitnessResources },
      { to: '/wellness-blog', name: footer.wellnessBlog },
      { to: '/trainers', name: footer.trainerProfiles },
      { to: '/membership-plans', name: footer.membershipPlans },
    ],
  },
  {
    heading: footer.company,
    links: [
      { to: '/about', name: footer.aboutUs },
      { to: '/contact', name: footer.contact },
      { to: '/trainers', name: footer.trainers },
      { to: '/nutrition', name: footer.eatingWell },
    ],
  },
  {
    heading: footer.legal,
    links: [
      { to: '/terms', name: footer.terms },
      { to: '/privacy', name: footer.privacy },
      { to: '/cookies', name: footer.cookies },
    ],
  },
]

export function Footer({ club, path }: { club: ClubFacts; path: string }) {
  const { year, opening, closed, address } = club
  return (
    <footer className="footer">
      <div className="wrap top">
        <div className="brand-column">
          <Brand name={club.name} />
          <p>{footer.tagline(sinceYear(club))}</p>
          {address && <address className="as-written">{address}</address>}
        </div>
        {columns().map(({ heading, links }) => (
          <nav aria-label={heading} key={heading}>
            <h2>{heading}</h2>
            <ul>
              {links.map(({ to, name }) => (
                <li key={name}>
                  <Link to={to}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="wrap">
        <div className="line">
          <span>
            {footer.copyright(year, club.name)}. <Link to="/cancel">{t('footer.cancelContractsHere')}</Link>.{' '}
            <Link to="/withdraw">{t('footer.withdrawHere')}</Link>
          </span>
          {club.languages.length > 1 && (
            <form className="languages" method="post" action="/language">
              <input type="hidden" name="from" value={path} />
              {club.languages.map((language) => (
                <button key={language} className="text-button" name="value" value={language} lang={language}>
                  {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
                </button>
              ))}
            </form>
          )}
          <span>{[opening, closed].filter(Boolean).join('. ')}</span>
        </div>
      </div>
      <div className="wordmark" data-word={club.name} aria-hidden="true" />
    </footer>
  )
}
