import { ThumbsDown, ThumbsUp } from 'lucide'
import { useState } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { PostCard } from '#app/components/post-card.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { FormDraft } from '#app/pages/dashboard/parts/form-draft.tsx'
import { texts } from '#copy/texts.ts'
import { bounds } from '#domain/bounds.ts'
import type { Post } from '#domain/forum/posts.server.ts'
import { toShownDate } from '#format/date-time.ts'
import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { PhotoForm, type PhotoFormState } from './photo-form.tsx'

type Props = PhotoFormState & {
  /** The post to change; null for a new one. */
  post: Post | null
  caption: string
  now: Date
  timeZone: string
}

/** Form of a post with a preview of its card. */
export function PostForm({ post, now, timeZone, ...composed }: Props) {
  const { viewer } = useLayoutProps()
  const [caption, setCaption] = useState(composed.caption)
  return (
    <PhotoForm
      {...composed}
      edited={post}
      create={texts.addNewForum.createPost}
      textPreview={<p className="above-4">{caption.trim() || t('postForm.yourCaptionGoesHere')}</p>}
      card={(picture) =>
        viewer && (
          <PostCard
            post={{
              author: viewer,
              posted: toShownDate(post?.createdAt ?? now, timeZone),
              caption: caption.trim(),
              picture,
            }}
            ratio="4-3"
            eager
          >
            <span className="count">
              <Icon of={ThumbsUp} />
              {post?.likes ?? 0}
            </span>
            <span className="count">
              <Icon of={ThumbsDown} />
              {post?.dislikes ?? 0}
            </span>
          </PostCard>
        )
      }
    >
      <FormDraft of={`post ${post?.id} ${post?.caption}`} />
      <TextArea
        label={t('postForm.caption')}
        aside={t('postForm.of', { count: [...caption].length, most: formatNumber(bounds.postCaption.most) })}
        name="caption"
        // the link that opens the form is far below it
        autoFocus={post !== null}
        rows={7}
        value={caption}
        onChange={(event) => setCaption(event.currentTarget.value)}
        error={fieldMessages(composed.problem).caption}
      />
    </PhotoForm>
  )
}
