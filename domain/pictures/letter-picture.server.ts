import sharp from 'sharp'
import { fallbackWidths, letterRenditionWidth, type Picture } from './pictures.rules.ts'
import { pictureStorage } from './pictures.server.ts'

/** Stores the JPEG of a picture that letters show, unless it exists. A transparent picture is put on white. */
export async function storeLetterRendition({ id, width }: Pick<Picture, 'id' | 'width'>): Promise<void> {
  const letterWidth = letterRenditionWidth(width)
  const stored = await pictureStorage.files(id)
  const target = `${letterWidth}.jpg`
  if (stored.includes(target)) return
  const sources = [letterWidth, ...fallbackWidths(letterWidth)].map((each) => `${each}.webp`)
  const source = sources.find((file) => stored.includes(file))
  const bytes = source === undefined ? null : await pictureStorage.get(id, source)
  if (bytes === null) return
  const jpeg = await sharp(bytes)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await pictureStorage.add(id, target, jpeg)
}
