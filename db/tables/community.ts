import type { Generated } from 'kysely'
import type { CreatedAt, MaybeTimestamp } from './column-types.ts'

type ClassesTable = {
  id: Generated<string>
  title: string
  description: string
  imageId: string
  trainerId: string
  removedAt: MaybeTimestamp
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type PostsTable = {
  id: Generated<string>
  authorId: string
  caption: string
  imageId: string
  likes: Generated<number>
  dislikes: Generated<number>
  createdAt: CreatedAt
  changedAt: Generated<Date>
}

type PostClicksTable = {
  postId: string
  userId: string
  likes: Generated<number>
  dislikes: Generated<number>
}

type ReportsTable = {
  postId: string
  reporterId: string
  reason: string
  words: string | null
  createdAt: CreatedAt
  leftAt: MaybeTimestamp
}

type GalleryItemsTable = {
  id: Generated<string>
  imageId: string
  caption: Generated<string>
  altText: Generated<string>
  position: number
  createdAt: CreatedAt
}

type TestimonialsTable = {
  id: Generated<string>
  name: string
  who: Generated<string>
  words: string
  imageId: string
  /** A day without a time, such as `2026-10-04`. */
  agreedOn: string
  createdAt: CreatedAt
}

export type CommunityTables = {
  classes: ClassesTable
  posts: PostsTable
  postClicks: PostClicksTable
  reports: ReportsTable
  galleryItems: GalleryItemsTable
  testimonials: TestimonialsTable
}
