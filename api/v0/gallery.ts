import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { createdAt, identifier, picture, presentPicture } from '#api/wire.ts'
import { listGallery } from '#domain/gallery/gallery.server.ts'
import { exampleGalleryItem } from './examples.ts'

const item = z
  .strictObject({ _id: identifier, img: picture, caption: z.string(), alt: z.string(), createdAt })
  .meta({ id: 'GalleryItem' })

export const galleryCalls = [
  defineCall({
    method: 'GET',
    path: '/gallerys',
    name: 'listGallery',
    group: 'Gallery',
    summary: 'List the pictures of the gallery',
    notes: 'In the order of the gallery; up to 1,000.',
    access: 'everyone',
    isPublic: true,
    answer: z.array(item),
    counted: true,
    example: { answer: [exampleGalleryItem] },
    operation: 'listGallery',
    handle: async () => {
      const { items, total } = await listGallery({ limit: 1000 })
      const presented = items.map((each) => ({
        _id: each.id,
        img: presentPicture(each.picture),
        caption: each.caption,
        alt: each.altText,
        createdAt: each.createdAt.toISOString(),
      }))
      return new CountedItems(presented, total)
    },
  }),
]
