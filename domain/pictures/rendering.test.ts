import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { noisyPicture, pixelAt, pixelBomb } from '#tests/picture-fixtures.ts'
import { maxUploadBytes } from './pictures.rules.ts'
import { processPicture } from './rendering.server.ts'

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const error = await processPicture(bytes).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DomainError)
  expect((error as DomainError).code).toBe('invalid')
  return (error as DomainError).message
}

const encoders = {
  jpeg: () => noisyPicture().jpeg().toBuffer(),
  'progressive jpeg': () => noisyPicture().jpeg({ progressive: true }).toBuffer(),
  png: () => noisyPicture().png().toBuffer(),
  'interlaced png': () => noisyPicture().png({ progressive: true }).toBuffer(),
  webp: () => noisyPicture().webp().toBuffer(),
  avif: () => noisyPicture().avif({ effort: 0 }).toBuffer(),
}

describe('image formats', () => {
  test.each(Object.entries(encoders))(
    '%s is rendered to every width in both formats',
    async (_name, encode) => {
      const { width, height, files } = await processPicture(await encode())
      expect([width, height]).toEqual([300, 200])
      expect([...files.keys()].toSorted()).toEqual(['160.avif', '160.webp', '300.avif', '300.webp'])
      for (const [name, bytes] of files) {
        const rendition = await sharp(bytes).metadata()
        expect(rendition.width).toBe(parseInt(name))
        expect(rendition.mediaType).toBe(`image/${name.slice(-4)}`)
      }
    },
  )

  test.each(Object.entries(encoders))(
    '%s that lacks more than its last rows is refused',
    async (_name, encode) => {
      const whole = await encode()
      for (const part of [0.001, 0.01, 0.1, 0.3, 0.5, 0.8])
        await refusalOf(whole.subarray(0, Math.max(1, Math.floor(whole.length * part))))
    },
  )

  test('a picture wider than the widest rendition keeps its measures on record only', async () => {
    const { width, height, files } = await processPicture(await noisyPicture(2000, 100).jpeg().toBuffer())
    expect([width, height]).toEqual([2000, 100])
    expect(files.has('1440.avif')).toBe(true)
    expect(files.has('2000.avif')).toBe(false)
    expect(await sharp(files.get('1440.webp')).metadata()).toMatchObject({ width: 1440, height: 72 })
  })

  test('a single pixel is a picture', async () => {
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#336699' } })
    const { colour, files } = await processPicture(await pixel.png().toBuffer())
    expect(colour).toBe('#336699')
    expect([...files.keys()]).toEqual(['1.avif', '1.webp'])
  })

  test('a very long and a very thin picture are rendered', async () => {
    const long = await processPicture(await noisyPicture(20, 9000).png().toBuffer())
    expect([...long.files.keys()]).toEqual(['20.avif', '20.webp'])
    const thin = await processPicture(await noisyPicture(9000, 2).png().toBuffer())
    expect(await sharp(thin.files.get('160.webp')).metadata()).toMatchObject({ width: 160, height: 1 })
  })

  test('a CMYK photograph comes out in the colours of screens', async () => {
    const red = sharp({ create: { width: 40, height: 40, channels: 3, background: '#d02020' } })
    const cmyk = await red.toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    const { files } = await processPicture(cmyk)
    expect((await sharp(files.get('40.webp')).metadata()).space).toBe('srgb')
    const [r = 0, g = 0, b = 0] = await pixelAt(files.get('40.webp'), 20, 20)
    expect(r).toBeGreaterThan(150)
    expect(Math.max(g, b)).toBeLessThan(100)
  })

  test('a PNG with 16 bits a channel, a grey one and one with a palette come out alike', async () => {
    const grey = sharp({ create: { width: 30, height: 30, channels: 3, background: '#808080' } })
    const deep = await grey.clone().toColourspace('rgb16').png().toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const plain = await grey.clone().toColourspace('b-w').png().toBuffer()
    expect((await sharp(plain).metadata()).channels).toBe(1)
    for (const bytes of [deep, plain, await grey.clone().png({ palette: true }).toBuffer()]) {
      const { colour, files } = await processPicture(bytes)
      expect(colour).toBe('#808080')
      expect((await sharp(files.get('30.avif')).metadata()).depth).toBe('uchar')
    }
  })

  test('transparency stays', async () => {
    const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
    const { colour, files } = await processPicture(await clear.png().toBuffer())
    expect(colour).toBe('#ffffff')
    expect((await sharp(files.get('20.avif')).metadata()).hasAlpha).toBe(true)
  })

  test('of an animation the first frame is kept', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff', '#00ff00'].map((background) =>
        sharp({ create: { width: 50, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect((await sharp(moving, { pages: -1 }).metadata()).pages).toBe(3)
    const { width, height, files } = await processPicture(moving)
    expect([width, height]).toEqual([50, 40])
    const [r = 0, , b = 0] = await pixelAt(files.get('50.webp'), 25, 20)
    expect([r > 200, b < 60]).toEqual([true, true])
  })
})

describe('image metadata', () => {
  test('place, camera and colour profile are gone', async () => {
    const photograph = await noisyPicture()
      .withExif({
        IFD0: { Make: 'SecretCamera', Artist: 'Somebody' },
        IFD3: { GPSLatitude: '45/1 27/1 0/1', GPSLatitudeRef: 'N' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(photograph.includes('SecretCamera')).toBe(true)
    const { files } = await processPicture(photograph)
    for (const bytes of files.values()) {
      const { exif, xmp, icc, iptc } = await sharp(bytes).metadata()
      expect({ exif, xmp, icc, iptc }).toEqual({})
      expect(Buffer.from(bytes).includes('SecretCamera')).toBe(false)
    }
  })

  test('a photograph taken sideways is turned upright', async () => {
    const left = await sharp({ create: { width: 100, height: 60, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer()
    const sideways = await sharp({ create: { width: 200, height: 60, channels: 3, background: '#0000ff' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer()
    const { width, height, files } = await processPicture(sideways)
    expect([width, height]).toEqual([60, 200])
    const upright = files.get('60.webp')
    expect(await sharp(upright).metadata()).toMatchObject({ width: 60, height: 200 })
    expect((await sharp(upright).metadata()).orientation).toBeUndefined()
    expect((await pixelAt(upright, 30, 20))[0]).toBeGreaterThan(200)
    expect((await pixelAt(upright, 30, 180))[2]).toBeGreaterThan(200)
  })

  test("a phone's odd bytes do no harm, and a page hidden in a picture does not survive", async () => {
    const photograph = await noisyPicture().jpeg().toBuffer()
    const lastMarker = photograph.length - 2
    const odd = Buffer.concat([
      photograph.subarray(0, lastMarker),
      Buffer.alloc(3),
      photograph.subarray(lastMarker),
    ])
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, page.length + 2]), page])
    const hiding = Buffer.concat([photograph.subarray(0, 2), comment, photograph.subarray(2), page])
    for (const bytes of [odd, hiding]) {
      const { files } = await processPicture(bytes)
      for (const file of files.values()) expect(Buffer.from(file).includes('script')).toBe(false)
    }
  })
})

describe('invalid image', () => {
  const plea = 'Choose a JPEG, PNG, WebP or AVIF picture.'
  const heic = Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from('ftypheic\0\0\0\0mif1heic'),
    Buffer.alloc(100),
  ])
  test.each([
    ['nothing', '', `This file is empty. ${plea}`],
    ['text named .png', 'I am a picture, honestly.', `This file isn’t a picture that can be used. ${plea}`],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', `SVG drawings can’t be used. ${plea}`],
    ['an SVG with a prolog', '\ufeff\n<?xml version="1.0"?><svg/>', `SVG drawings can’t be used. ${plea}`],
    ['a page', '<!doctype html><script>', `This file isn’t a picture that can be used. ${plea}`],
    ['a GIF', 'GIF89a/*', `GIF pictures can’t be used. ${plea}`],
    ['a WAV', 'RIFF\x24\0\0\0WAVEfmt ', `This file isn’t a picture that can be used. ${plea}`],
    [
      'what only ends like a WebP',
      'RIFX\x24\0\0\0WEBPVP8 ',
      `This file isn’t a picture that can be used. ${plea}`,
    ],
    ['a PDF', '%PDF-1.7', `This file isn’t a picture that can be used. ${plea}`],
    ['a TIFF', 'II*\0\x08\0\0\0', `This file isn’t a picture that can be used. ${plea}`],
  ])('%s is refused', async (_what, content, message) => {
    expect(await refusalOf(Buffer.from(content))).toBe(message)
  })

  test('an HEIC photograph is refused by name', async () => {
    expect(await refusalOf(heic)).toMatch(/^HEIC pictures can’t be used/)
  })

  test.each([
    ['a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a WebP', Buffer.from('RIFF\xff\0\0\0WEBPVP8 ', 'latin1')],
    ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'latin1')],
  ])('a page that begins like %s is refused', async (_what, magic) => {
    const page = Buffer.concat([magic, Buffer.from('<html><script>alert(1)</script>'.repeat(50))])
    expect(await refusalOf(page)).toBe('This picture is damaged or incomplete. Choose another one.')
  })

  test('no other decoder is open, even to what would slip past the look at the first bytes', async () => {
    const gif = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [gif, svg])
      await expect(sharp(bytes).metadata()).rejects.toThrow('unsupported image format')
  })

  test('a PNG whose pixels were tampered with is refused', async () => {
    const picture = await noisyPicture().png().toBuffer()
    picture[Math.floor(picture.length / 2)]! ^= 1
    expect(await refusalOf(picture)).toMatch(/damaged/)
  })
})

describe('image size limits', () => {
  const many = 'This picture has too many pixels. At most 25 million can be used, and 12,000 along one side.'

  test.each([
    [20_000, 20_000],
    [6_000, 6_000],
    [12_001, 1],
    [1, 12_001],
  ])('a small file of %i by %i pixels is refused without being unpacked', async (width, height) => {
    const bomb = pixelBomb(width, height)
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    expect(await refusalOf(bomb)).toBe(many)
    expect(process.memoryUsage().rss - before).toBeLessThan(20e6)
  })

  test('what a current phone takes with 24 megapixels is accepted', async () => {
    const { width, height } = await processPicture(pixelBomb(5712, 4284))
    expect([width, height]).toEqual([5712, 4284])
  })

  test('more than 8 MB are refused', async () => {
    const error = processPicture(Buffer.alloc(maxUploadBytes + 1))
    await expect(error).rejects.toMatchObject({ code: 'too-large' })
  })

  test('many large pictures at once stay within bounds of memory', async () => {
    const bytes = await noisyPicture(100, 75)
      .resize(3600, 2700, { kernel: 'nearest' })
      .png({ progressive: true })
      .toBuffer()
    expect(bytes.length).toBeLessThan(maxUploadBytes)
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => processPicture(bytes)))
    clearInterval(watch)
    expect(most - before).toBeLessThan(300e6)
    expect(outcomes[0]).toMatchObject({ status: 'fulfilled' })
    // on a busy machine the last ones may time out
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'unavailable' })
  })

  test('a crowd of uploads is asked to come back instead of piling up', async () => {
    const picture = await noisyPicture().jpeg().toBuffer()
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => processPicture(picture)))
    const refused = outcomes.filter((each) => each.status === 'rejected')
    // at least as many as exceed the queue; on a busy machine more time out
    expect(refused.length).toBeGreaterThanOrEqual(16)
    expect(refused.length).toBeLessThan(30)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfter: 10 })
  })
})
