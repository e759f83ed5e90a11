import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { pictureSizes } from '#app/components/picture-sizes.ts'
import { Picture } from '#app/components/picture.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { ShowMore } from '#app/components/show-more.tsx'
import { shownCount } from '#app/components/shown-count.ts'
import { createLoader } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { listGallery } from '#domain/gallery/gallery.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/gallery.ts'
import { addressOf, chosenPicture } from './gallery-url.ts'
import { Lightbox } from './lightbox.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, t('navigation.gallery'), t('gallery.thePostersOnThe'))

export const loader = createLoader(async ({ url }: Route.LoaderArgs) => {
  const { items, total } = await listGallery({ limit: shownCount(url) })
  const pictures = items.map(({ id, picture, caption, altText }) => ({
    id,
    picture,
    caption: caption || altText,
    shows: altText || caption,
  }))
  return { pictures, total }
})

export default function Gallery({ loaderData: { pictures, total } }: Route.ComponentProps) {
  const [parameters] = useSearchParams()
  const { viewer } = useLayoutProps()
  const open = chosenPicture(parameters, pictures.length)
  const grid = useFocusOnClosing(open)
  return (
    <div className="wrap">
      <PageHead lines={texts.gallery.heading.split(' ')}>
        {can(viewer, 'gallery.manage') ? (
          <LinkButton to="/dashboard/gallery">{t('gallery.manageTheGallery')}</LinkButton>
        ) : (
          <p>{t('gallery.theClubsOwnThings')}</p>
        )}
      </PageHead>
      {pictures.length === 0 && (
        <EmptyState
          heading={t('gallery.theWallsAreStill')}
          action={<LinkButton to="/about">{texts.footer.aboutUs}</LinkButton>}
        >
          {t('gallery.theFirstPostersAre')}
        </EmptyState>
      )}
      <ul className="gallery" ref={grid}>
        {pictures.map(({ id, picture, shows }, index) => (
          <li key={id}>
            <Link
              to={addressOf(index + 1)}
              state={{ fromGrid: true }}
              preventScrollReset
              defaultShouldRevalidate={false}
              aria-label={t('gallery.openPictureOf', {
                index: index + 1,
                total,
                shows: shows ? `: ${shows}` : '',
              })}
            >
              <Picture picture={picture} alt="" ratio="4-5" sizes={pictureSizes.tile} eager={index === 0} />
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore shown={pictures.length} total={total} />
      {open !== null && <Lightbox pictures={pictures} opened={open} />}
    </div>
  )
}

/** Returns the focus to the thumbnail of the last picture when the lightbox closes. */
function useFocusOnClosing(open: number | null) {
  const grid = useRef<HTMLUListElement>(null)
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (open === null && before.current !== null)
      grid.current?.querySelectorAll('a')[before.current - 1]?.focus({ preventScroll: true })
    before.current = open
  }, [open])
  return grid
}
