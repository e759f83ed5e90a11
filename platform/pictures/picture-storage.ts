import { isUuid } from '#core/is-uuid.ts'

/** The storage is full; nothing of the picture was stored. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('The storage of pictures is full.', { cause })
    this.name = 'StorageFullError'
  }
}

/**
 * Storage of picture files: a few small files, such as `320.webp`, under the id of each picture. Files are immutable.
 * Names other than an id and `<width>.<format>` are refused on writing and not found on reading.
 */
export type PictureStorage = {
  /** Stores all files of a new picture, or none. Throws StorageFullError when there is no space. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  /** Adds a file to a stored picture. Throws StorageFullError when there is no space. */
  add(id: string, file: string, bytes: Uint8Array): Promise<void>
  get(id: string, file: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns a direct URL of a file and its lifetime, or null if browsers read through the club. */
  addressOf?(id: string, file: string): Promise<{ url: string; seconds: number }>
  /** Lists a picture's files in order; empty if there are none. */
  files(id: string): Promise<string[]>
  /** Deletes a picture's files, if any. */
  remove(id: string): Promise<void>
  /** Lists all pictures with files, and the time they were written. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>
  /** Deletes remains of uploads interrupted before this time. */
  removeLeftovers(before: Date): Promise<void>
}

const filePattern = /^[1-9]\d{0,4}\.(avif|webp|jpg)$/

export const isPictureId = isUuid
export const isPictureFile = (file: string) => filePattern.test(file)
