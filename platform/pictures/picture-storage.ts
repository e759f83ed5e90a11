import { isUuid } from '#core/is-uuid.ts'

/** Thrown when the storage has no room left; nothing of the picture was kept. */
export class StorageFullError extends Error {
  constructor(cause: unknown) {
    super('The storage of pictures is full.', { cause })
    this.name = 'StorageFullError'
  }
}

/**
 * Where the files of pictures lie: a few small files, such as `320.webp`, under the id of each picture.
 * Files never change once they are there. Names are checked: anything but an id and `<width>.<format>` is
 * refused on the way in and not found on the way out.
 */
export type PictureStorage = {
  /** Keeps all files of a new picture, or none and throws; StorageFullError when there is no room. */
  put(id: string, files: ReadonlyMap<string, Uint8Array>): Promise<void>
  get(id: string, file: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Where a browser reads a file past the club, and for how long that holds; none where it reads through the club. */
  addressOf?(id: string, file: string): Promise<{ url: string; seconds: number }>
  /** The names of a picture's files, in their order; none when there are none. */
  files(id: string): Promise<string[]>
  /** Removes a picture's files; does nothing when there are none. */
  remove(id: string): Promise<void>
  /** Every picture that has files, with the time they were written. */
  list(): AsyncIterable<{ id: string; writtenAt: Date }>
  /** Removes what uploads cut off before this time left behind. */
  removeLeftovers(before: Date): Promise<void>
}

const filePattern = /^[1-9]\d{0,4}\.(avif|webp)$/

export const isPictureId = isUuid
export const isPictureFile = (file: string) => filePattern.test(file)
