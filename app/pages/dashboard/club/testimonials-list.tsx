import { Plus } from 'lucide'
import { Link } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Picture } from '#app/components/picture.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import type { Testimonial } from '#domain/club/club.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

/** Testimonials of the first page, each with the date of consent. */
export function TestimonialsList({ testimonials }: { testimonials: Testimonial[] }) {
  return (
    <SettingsSection
      heading={t('testimonialsList.testimonials')}
      note={t('testimonialsList.onlyFromPeopleWho')}
    >
      <ul className="testimonials-list">
        {testimonials.map(({ id, name, words, picture, consent }) => (
          <li key={id}>
            <Picture picture={picture} alt="" ratio="4-5" sizes="48px" />
            <div>
              <b>{name}</b>
              <p>“{words}”</p>
              <p className="note">
                {t('testimonialsList.saidYesOn', { consent: formatDate(consent, 'UTC') })}
              </p>
            </div>
            <Link className="text-link-strong" to={`/dashboard/club/voices/${id}`}>
              {t('testimonialsList.edit')}
              <span className="visually-hidden"> {name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <LinkButton small to="/dashboard/club/voices/new">
          <Icon of={Plus} smaller />
          {t('testimonialsList.addATestimonial')}
        </LinkButton>
      </div>
    </SettingsSection>
  )
}
