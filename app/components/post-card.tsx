import type { ReactNode } from 'react'
import type { Picture as PictureOfClub, Portrait } from '#domain/pictures/pictures.rules.ts'
import { pictureSizes } from './picture-sizes.ts'
import { Avatar, Picture, type Ratio } from './picture.tsx'

type Props = {
  post: {
    author: { name: string; portrait: Portrait | null }
    posted: { iso: string; shown: string }
    caption: string
    picture: PictureOfClub
  }
  ratio?: Ratio
  eager?: boolean
  /** Reactions, or the actions of the author. */
  children?: ReactNode
}

export function PostCard({ post, ratio = '1-1', eager, children }: Props) {
  return (
    <article className="post">
      <div className="byline">
        <Avatar portrait={post.author.portrait} />
        <div>
          <b>{post.author.name}</b>
          <time dateTime={post.posted.iso}>{post.posted.shown}</time>
        </div>
      </div>
      <Picture picture={post.picture} alt="" ratio={ratio} eager={eager} sizes={pictureSizes.third} />
      <p>{post.caption}</p>
      {children && <div className="actions">{children}</div>}
    </article>
  )
}
