import type { Page } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { cameraPictures } from '#tests/camera-pictures.ts'
import { isFullScale } from '#tests/proof/test-scale.ts'
import { expect, newAccount, pictureFile, signUpWithForm, test, waitForHydration } from './fixtures.ts'

const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
/** A picture whose upper left quarter is red. */
const photograph = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#4060a0' } }).composite([
    {
      input: { create: { width: width >> 1, height: height >> 1, channels: 3, background: '#d02020' } },
      left: 0,
      top: 0,
    },
  ])
const video = Buffer.alloc(9 * 1024 * 1024, 7)
const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(3_000, 1),
])

/** The file that the form would send. */
const prepared = (page: Page) =>
  page.getByLabel('Photo').evaluate(async (input: HTMLInputElement) => {
    const file = input.files?.[0]
    if (!file) return null
    // by its content, as a page shows it, whatever type the file claims
    const image = new Image()
    image.src = URL.createObjectURL(file)
    await image.decode()
    const { naturalWidth: width, naturalHeight: height } = image
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')!
    context.drawImage(image, 0, 0)
    const [r = 0, , b = 0, alpha = 0] = context.getImageData(width >> 2, height >> 2, 1, 1).data
    const { name, size, type } = file
    return {
      name,
      type,
      isSmall: size < 2_100_000,
      width,
      height,
      isRed: r > b,
      alpha,
    }
  })

test('photos of phones are shrunk and turned in the browser, and drawings are sent as they are', async ({
  page,
}) => {
  await page.goto('/signUp')
  await waitForHydration(page)
  const sent = async (file: ReturnType<typeof fileOf>) => {
    await page.getByLabel('Photo').setInputFiles(file)
    await expect(page.locator('.drop b')).toContainText(file.name.replace(/\.\w+$/, ''))
    await expect(page.locator('.drop .note')).toHaveText(/ready/)
    return prepared(page)
  }
  const jpeg = (picture: Sharp) => picture.jpeg({ quality: 90 }).toBuffer()
  expect(await sent(fileOf('48mp.jpg', 'image/jpeg', await jpeg(photograph(8064, 6048))))).toMatchObject({
    type: 'image/jpeg',
    width: 2400,
    height: 1800,
    isSmall: true,
    isRed: true,
  })
  expect(
    await sent(fileOf('panorama.jpg', 'image/jpeg', await jpeg(photograph(15_000, 3500)))),
  ).toMatchObject({
    width: 2400,
    height: 560,
    isRed: true,
  })
  const upright = await photograph(4000, 3000).png().toBuffer()
  const sideways = await sharp(upright).rotate(270).png().toBuffer()
  const stored = sharp(sideways).withMetadata({ orientation: 6 })
  expect(await sent(fileOf('turned.jpg', 'image/jpeg', await jpeg(stored)))).toMatchObject({
    width: 2400,
    height: 1800,
    isRed: true,
  })
  const motion = Buffer.concat([await jpeg(photograph(4000, 3000)), video])
  expect(await sent(fileOf('motion.jpg', 'image/jpeg', motion))).toMatchObject({ width: 2400, isSmall: true })
  const clear = {
    width: 3000,
    height: 3000,
    channels: 4,
    background: { r: 9, g: 9, b: 9, alpha: 0 },
  } as const
  const logo = await sharp({ create: clear }).png().toBuffer()
  expect(await sent(fileOf('logo.png', 'image/png', logo))).toMatchObject({ width: 2400, alpha: 0 })
  expect(await sent(await pictureFile())).toMatchObject({ name: 'me.png', type: 'image/png', width: 320 })
  // a file dialog shows HEIC as well
  expect(await page.getByLabel('Photo').getAttribute('accept')).toContain('.heic')
})

test('each kind of picture that phones and cameras write is ready to be sent, upright', async ({ page }) => {
  // Chromium ignores the orientation of a WebP, which the club turns
  const upright = Object.entries(cameraPictures).filter(
    ([name, { colours }]) => colours === undefined && !name.startsWith('a WebP with EXIF'),
  )
  const kinds = isFullScale
    ? upright
    : upright.filter(([name]) => /orientation 6|motion photo|tall/.test(name))
  await page.goto('/signUp')
  await waitForHydration(page)
  const wrong: string[] = []
  for (const [index, [name, { make }]] of kinds.entries()) {
    await page.getByLabel('Photo').setInputFiles(fileOf(`${index}.jpg`, 'image/jpeg', await make()))
    await expect(page.locator('.drop b')).toContainText(`${index}.`)
    await expect(page.locator('.drop .note')).toHaveText(/ready/)
    const sent = await prepared(page)
    if (!sent?.isRed || Math.max(sent.width, sent.height) > 2400)
      wrong.push(`${name}: ${JSON.stringify(sent)}`)
  }
  expect(wrong).toEqual([])
})

test('HEIC that cannot be read is explained at its field, and the form goes on with another picture', async ({
  page,
}) => {
  await page.goto('/signUp')
  await waitForHydration(page)
  await page.getByLabel('Photo').setInputFiles(fileOf('IMG_1.heic', 'image/heic', heic))
  await expect(page.getByLabel('Photo')).toHaveAccessibleDescription(/On an iPhone, choose it from Photos/)
  await expect(page.locator('.drop img')).toHaveCount(0)
  await signUpWithForm(page, newAccount())
  await expect(page).not.toHaveURL(/signUp/)
})
