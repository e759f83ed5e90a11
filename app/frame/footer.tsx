import { Link } from 'react-router'
import { texts } from '#words/texts.ts'
import { Brand } from './brand.tsx'

const { footer } = texts

const columns = [
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

/** The foot of the public pages. */
export function Footer({ clubName, year }: { clubName: string; year: number }) {
  return (
    <footer className="footer">
      <div className="wrap top">
        <div className="brand-column">
          <Brand name={clubName} />
          <p>{footer.tagline}</p>
        </div>
        {columns.map(({ heading, links }) => (
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
          <span>{footer.copyright(year, clubName)}</span>
          <span>{footer.openingHours}</span>
        </div>
      </div>
      <div className="wordmark" data-word={clubName} aria-hidden="true" />
    </footer>
  )
}
