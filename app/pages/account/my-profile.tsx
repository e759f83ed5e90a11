import { Artwork } from '#app/components/artwork.tsx'
import { LinkButton } from '#app/components/button.tsx'
import { NameHeadline } from '#app/components/name-headline.tsx'
import { PortraitPicture } from '#app/components/picture.tsx'
import { Drawing } from '#app/components/service-poster.tsx'
import { ClubPicture } from '#app/frame/club-picture.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { requireOwnAccount } from '#domain/actor.ts'
import type { Drawing as DrawingName } from '#domain/club/club-pictures.rules.ts'
import type { Route } from './+types/my-profile.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.navigation.myProfile)

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => {
  const { name, email, portrait } = requireOwnAccount(actor)
  return { name, email, portrait }
})

export default function MyProfile({ loaderData: { name, email, portrait } }: Route.ComponentProps) {
  const drawing = useLayoutProps().club.pictures.profile?.drawing
  return (
    <>
      {drawing ? <PosterRow name={drawing} /> : <Cover />}
      <div className="wrap my-profile">
        <PortraitPicture
          portrait={portrait}
          alt={name}
          className="picture portrait"
          sizes="(max-width: 700px) 128px, 248px"
          eager
        />
        <div className="my-profile-name">
          <NameHeadline name={name} />
          <p className="lead">{email}</p>
        </div>
      </div>
      <div className="wrap my-profile-text">
        <p>{texts.myProfile.promotion}</p>
        <div className="action-row">
          <LinkButton to="/" variant="primary">
            {texts.myProfile.goHome}
          </LinkButton>
          <LinkButton to="/dashboard/profileSettings">{texts.navigation.profileSettings}</LinkButton>
        </div>
      </div>
    </>
  )
}

const Cover = () => (
  <ClubPicture place="profile" sizes="100vw" className="cover" eager>
    <Artwork
      name="profile-cover"
      widths={[820, 1440, 2880]}
      width={2880}
      height={600}
      sizes="100vw"
      className="cover"
      eager
    />
  </ClubPicture>
)

/** Enough for the widest screens. */
const posters = Array.from({ length: 16 }, (_, index) => index)

/** A drawing side by side with itself, as posters hang on a wall: one alone is too narrow for a cover. */
const PosterRow = ({ name }: { name: DrawingName }) => (
  <div className="cover poster-row">
    {posters.map((index) => (
      <Drawing key={index} name={name} sizes="240px" className="poster" eager={index === 0} />
    ))}
  </div>
)
