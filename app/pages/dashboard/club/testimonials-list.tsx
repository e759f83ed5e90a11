import { Plus } from 'lucide'
import { Link } from 'react-router'
import type { Testimonial } from '#domain/club/club.server.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Picture } from '#app/components/picture.tsx'
import { formatDate } from '#format/date-time.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { Icon } from '#app/components/icon.tsx'

/** Testimonials of the first page, each with the date of consent. */
export function TestimonialsList({ testimonials }: { testimonials: Testimonial[] }) {
  return (
    <SettingsSection
      heading="Testimonials"
      note="Only from people who said yes. Without any, the section is left out."
    >
      <ul className="testimonials-list">
        {testimonials.map(({ id, name, words, picture, consent }) => (
          <li key={id}>
            <Picture picture={picture} alt="" ratio="4-5" sizes="48px" />
            <div>
              <b>{name}</b>
              <p>“{words}”</p>
              <p className="note">Said yes on {formatDate(consent, 'UTC')}</p>
            </div>
            <Link className="text-link-strong" to={`/dashboard/club/voices/${id}`}>
              Edit<span className="visually-hidden"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <LinkButton small to="/dashboard/club/voices/new">
          <Icon of={Plus} smaller />
          Add a testimonial
        </LinkButton>
      </div>
    </SettingsSection>
  )
}
