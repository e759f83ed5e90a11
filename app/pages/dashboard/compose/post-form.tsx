import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useNavigation } from 'react-router'
import type { Post } from '#domain/forum/posts.server.ts'
import type { Picture } from '#domain/pictures/pictures.rules.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, type Problem } from '#app/forms/form-problem.ts'
import { PostCard } from '#app/components/post-card.tsx'
import { dateOf, formatNumber } from '#words/format.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#words/texts.ts'
import { ComposePicture } from './compose-picture.tsx'
import { NoPictureYet, PreviewButton, PreviewPanel } from './preview.tsx'
import { usePictureUpload } from './use-picture-upload.ts'
import { bounds } from '#words/bounds.ts'

const longest = bounds.postCaption.most

type Props = {
  /** The post to change; null for a new one. */
  post: Post | null
  caption: string
  /** The id of a picture that was sent before. */
  photo: string
  picture: Picture | null
  previewed: boolean
  problem: Problem | null
  now: Date
  timeZone: string
}

/** A caption and a photo, and beside them the card that the forum will show. */
export function PostForm(props: Props) {
  const { post, problem, now, timeZone } = props
  const { viewer } = useLayoutProps()
  const [caption, setCaption] = useState(props.caption)
  const [previewed, setPreviewed] = useState(props.previewed)
  const upload = usePictureUpload(viewer?.email ?? '')
  const errors = fieldMessages(problem)
  const pending = useNavigation().formData?.get('act') === 'save'
  const sending = upload.sent !== undefined
  const picture = upload.uploaded?.picture ?? props.picture
  return (
    <div className="compose">
      <CheckedForm problem={problem} encType="multipart/form-data" className="stack">
        <input type="hidden" name="id" value={post?.id ?? ''} />
        <TextArea
          label="Caption"
          aside={`${[...caption].length} of ${formatNumber(longest)}`}
          name="caption"
          rows={7}
          value={caption}
          onChange={(event) => setCaption(event.currentTarget.value)}
          error={errors.caption}
        />
        <ComposePicture
          upload={upload}
          kept={props.photo}
          hint="Your photo is kept. Choose another one to replace it."
          error={errors.photo}
        />
        {post && !upload.uploaded && <p className="note">Without a new photo the old one stays.</p>}
        <div className="button-row">
          <Button variant="primary" name="act" value="save" pending={pending || sending}>
            {post ? 'Save' : texts.addNewForum.createPost}
          </Button>
          <PreviewButton shown={previewed} toggle={() => setPreviewed(!previewed)} />
          {post && <LinkButton to="?">Cancel</LinkButton>}
        </div>
      </CheckedForm>
      {previewed && viewer && (
        <PreviewPanel>
          {picture ? (
            <PostCard
              post={{
                author: viewer,
                posted: dateOf(post?.createdAt ?? now, timeZone),
                caption: caption.trim(),
                picture,
              }}
              ratio="4-3"
              eager
            >
              <span className="count">
                <ThumbsUp className="icon" aria-hidden="true" />
                {post?.likes ?? 0}
              </span>
              <span className="count">
                <ThumbsDown className="icon" aria-hidden="true" />
                {post?.dislikes ?? 0}
              </span>
            </PostCard>
          ) : (
            <>
              <NoPictureYet />
              <p className="above-4">{caption.trim() || 'Your caption will appear here.'}</p>
              <p className="note above-2">Choose a photo to see the whole card.</p>
            </>
          )}
        </PreviewPanel>
      )}
    </div>
  )
}
