import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import {
  createdAt,
  identifier,
  acceptedButUnused,
  inserted,
  ownEmail,
  picture,
  createDateFormatter,
  type DateFormatter,
  presentPicture,
  requireOwnIdentity,
  wireDate,
  lengthOf,
} from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { clickPostByHint } from '#domain/forum/clicks.server.ts'
import { postInput } from '#domain/forum/forum.input.ts'
import { postsPerPage, type ClickKind } from '#domain/forum/forum.rules.ts'
import { createPost, getPost, listPosts, type Post } from '#domain/forum/posts.server.ts'
import { examplePicture, examplePost, exampleTrainer } from './examples.ts'

const post = z
  .strictObject({
    _id: identifier,
    name: z.string(),
    date: wireDate,
    profile_pic: picture,
    caption: z.string(),
    email: z.string(),
    body_pic: picture,
    like: z.int().min(0),
    disLike: z.int().min(0),
    createdAt,
  })
  .meta({ id: 'Post' })

const presentPost = (found: Post, written: DateFormatter): z.input<typeof post> => ({
  _id: found.id,
  name: found.author.name,
  date: written(found.createdAt),
  profile_pic: presentPicture(found.author.portrait),
  caption: found.caption,
  email: found.author.email,
  body_pic: presentPicture(found.picture),
  like: found.likes,
  disLike: found.dislikes,
  createdAt: found.createdAt.toISOString(),
})

const newPost = z.object({
  name: acceptedButUnused('your own name.'),
  date: acceptedButUnused('the club uses the day of posting.'),
  profile_pic: acceptedButUnused('your own photo.'),
  caption: postInput.shape.caption.meta(lengthOf(bounds.postCaption)),
  email: ownEmail.optional(),
  body_pic: postInput.shape.photo.meta({ description: 'Your own upload, by address or id.' }),
  like: acceptedButUnused('a new post starts at 0.'),
  disLike: acceptedButUnused('a new post starts at 0.'),
})

const count = z.int({ error: 'A count must be a whole number.' }).optional()
const click = z.object({
  like: count.meta({ description: 'The count expected after the click; only a hint.' }),
  disLike: count.meta({ description: 'The count expected after the click; only a hint.' }),
  click: z
    .enum(['like', 'disLike'], { error: "A click is 'like' or 'disLike'." })
    .optional()
    .meta({ description: 'Kind of the click. Without it, the one count that differs from the club’s.' }),
})
const kinds: Record<'like' | 'disLike', ClickKind> = { like: 'likes', disLike: 'dislikes' }

const wholeNumber = (pattern: RegExp, message: string) => z.string({ error: message }).regex(pattern, message)
const page = z.object({
  page: wholeNumber(/^\d{1,6}$/, 'A page is a whole number, counted from 0.')
    .optional()
    .meta({ type: 'integer', minimum: 0, maximum: 999_999, description: 'Counted from 0.' }),
  size: wholeNumber(/^(0*[1-9]\d?|100)$/, 'A size is a whole number from 1 to 100.')
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: `${postsPerPage} when only the page is given.`,
    }),
})

export const forumCalls = [
  defineCall({
    method: 'GET',
    path: '/forums',
    name: 'listPosts',
    group: 'Forum',
    summary: 'List the posts, all or one page',
    notes: 'Newest first. Without page and size all posts, up to 1,000. Past the end: an empty list.',
    access: 'everyone',
    isPublic: true,
    query: page,
    answer: z.array(post),
    counted: true,
    example: { query: 'page=0&size=6', answer: [examplePost] },
    operation: 'listPosts',
    handle: async ({ query }) => {
      const all = query.page === undefined && query.size === undefined
      const range = { page: Number(query.page ?? 0), size: Number(query.size ?? postsPerPage) }
      const { items, total } = await listPosts(all ? { size: 1000 } : range)
      const written = await createDateFormatter()
      return new CountedItems(
        items.map((each) => presentPost(each, written)),
        total,
      )
    },
  }),
  defineCall({
    method: 'POST',
    path: '/forums',
    name: 'createPost',
    group: 'Forum',
    summary: 'Publish a post',
    access: 'posts.write',
    body: newPost,
    answer: inserted,
    fields: { photo: 'body_pic' },
    example: {
      body: {
        name: exampleTrainer.name,
        date: examplePost.date,
        profile_pic: examplePost.profile_pic,
        caption: examplePost.caption,
        email: exampleTrainer.email,
        body_pic: examplePicture,
        like: 0,
        disLike: 0,
      },
      answer: { insertedId: examplePost._id },
    },
    operation: 'createPost',
    handle: async ({ actor, body: { caption, body_pic, email } }) => {
      requireOwnIdentity(actor, email)
      const { id } = await createPost(actor, { caption, photo: body_pic })
      return { insertedId: id }
    },
  }),
  defineCall({
    method: 'PATCH',
    path: '/updateFourm/{id}',
    name: 'clickPost',
    group: 'Forum',
    summary: 'Like or dislike a post',
    notes:
      'Each request is one click, at most 50 per person and post. If the kind is ambiguous, or none is left: 409 with the current counts.',
    access: 'signed in',
    body: click,
    answer: z.strictObject({ modifiedCount: z.int(), like: z.int(), disLike: z.int() }),
    refusals: [404, 409],
    fields: { likes: 'like', dislikes: 'disLike' },
    exists: (_, id) => getPost(id),
    example: {
      parameter: examplePost._id,
      body: { like: 13, disLike: 1, click: 'like' },
      answer: { modifiedCount: 1, like: 13, disLike: 1 },
    },
    operation: 'clickPostByHint',
    handle: async ({ actor, parameter, body }) => {
      const counts = await clickPostByHint(actor, parameter, {
        likes: body.like,
        dislikes: body.disLike,
        click: body.click && kinds[body.click],
      })
      return { modifiedCount: 1, like: counts.likes, disLike: counts.dislikes }
    },
  }),
]
