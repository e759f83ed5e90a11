import { AllTile, ClassCard } from '#app/components/class-card.tsx'
import { SectionHead } from '#app/components/section-head.tsx'
import { NoClasses } from '#app/pages/classes/no-classes.tsx'
import { texts } from '#copy/texts.ts'
import { t } from '#messages/t.ts'
import { SectionFailed } from './section-failed.tsx'

type Card = Parameters<typeof ClassCard>[0]['item']

/** The newest classes, the first one large; null when they could not be loaded. */
export function FeaturedClasses({ classes }: { classes: Card[] | null }) {
  return (
    <section className="section">
      <div className="wrap">
        <SectionHead lines={texts.home.featuredClasses.split(' ')}>
          <p>{t('home.newestFirst')}</p>
        </SectionHead>
        {classes === null && <SectionFailed heading={t('home.failed.classes')} to="/classes" />}
        {classes?.length === 0 && <NoClasses hasTrainers headingLevel={3} />}
        {classes && classes.length > 0 && (
          <div className="classes">
            {classes.map((item, index) => (
              <ClassCard
                key={item.id}
                item={item}
                big={index === 0 && classes.length >= 5}
                headingLevel={3}
              />
            ))}
            <AllTile to="/classes" lines={[t('home.seeAllClass.1'), t('home.seeAllClass.2')]} />
          </div>
        )}
      </div>
    </section>
  )
}
