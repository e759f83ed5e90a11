import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startAuth } from '#sign-in/better-auth/instance.server.ts'
import { cookieFor } from '#tests/api-server.ts'
import { testAuth } from '#tests/auth-fixtures.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember } from '#tests/factories.ts'
import { expectNoBrokenInvariants } from '#tests/invariants.ts'
import { ensureBuildOnce } from '#tests/pages/built-site.ts'
import { noisyPicture, pngChunk } from '#tests/picture-fixtures.ts'
import { sendRequest, type AttackResponse } from './attack-client.ts'
import { startAttackedClub, type AttackedClub } from './attacked-club.ts'
import { pngOf, withChunk, workbookOf } from './hostile-files.ts'
import { inParallel, reportMeasurement } from './test-scale.ts'

// Files that cost more than they weigh, sent to a real club while an honest visitor loads its pages.

// a guard against hanging
vi.setConfig({ testTimeout: 300_000 })

const database = useDatabase()
let club: AttackedClub
let cookies: { member: string; admin: string }
beforeAll(async () => {
  await ensureBuildOnce()
  club = await startAttackedClub(database.url, { limits: false })
  startAuth({ ...testAuth, publicUrl: club.address })
  cookies = { member: await cookieFor(await createMember()), admin: await cookieFor(await createAdmin()) }
})
afterAll(async () => {
  await club.stop()
  await expectNoBrokenInvariants()
})

const upload = (
  path: string,
  cookie: string,
  fields: Record<string, string>,
  file: [string, string, Buffer],
) =>
  sendRequest(club.direct, path, {
    method: 'POST',
    headers: { Origin: club.address, Cookie: cookie, 'Content-Type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([
      ...Object.entries(fields).map(([name, value]) =>
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
      ),
      Buffer.from(`--x\r\nContent-Disposition: form-data; name="${file[0]}"; filename="${file[1]}"\r\n\r\n`),
      file[2],
      Buffer.from('\r\n--x--\r\n'),
    ]),
  })

/** Uploads each file a few times, two at once. Returns the answers by name, and what the honest visitor noticed. */
async function sendAll(files: Record<string, Buffer>, send: (bytes: Buffer) => Promise<AttackResponse>) {
  const all = Object.entries(files).flatMap((file) => [file, file, file])
  const statuses = new Map<string, number>()
  const { result: durations, noticed } = await club.during(() =>
    inParallel(all, 2, async ([name, bytes]) => void statuses.set(name, (await send(bytes)).status)),
  )
  expect(noticed['honest failures']).toBe(0)
  return { statuses, noticed, longest: Math.round(Math.max(...durations)) }
}

test('pictures that unpack to gigabytes, change their kind or carry a page are refused or rendered anew', async (context) => {
  const small = await noisyPicture(64, 64).png().toBuffer()
  const zeros = deflateSync(Buffer.alloc(512 * 1024 * 1024), { level: 9 })
  const jpeg = await noisyPicture().jpeg().toBuffer()
  const comment = pngChunk('tEXt', Buffer.from('a\0b'))
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  const frames = await Promise.all(Array.from({ length: 60 }, () => noisyPicture(100, 100).png().toBuffer()))
  const animated = sharp(frames, { join: { animated: true } })
  const avif = await noisyPicture(200, 200).avif().toBuffer()
  const size = avif.indexOf('ispe') + 8
  const largeAvif = Buffer.from(avif)
  for (const at of [size, size + 4]) largeAvif.writeUInt32BE(65_000, at)
  const progressive = await sharp({
    create: { width: 5_000, height: 4_800, channels: 3, background: '#336699' },
  })
    .jpeg({ progressive: true })
    .toBuffer()
  const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
  const accepted = {
    'a comment of 512 MB': withChunk(
      small,
      pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zeros])),
    ),
    'a colour profile of 512 MB': withChunk(
      small,
      pngChunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), zeros])),
    ),
    '400,000 comments': withChunk(small, Buffer.concat(Array.from({ length: 400_000 }, () => comment))),
    'an animation of 60 frames': await animated.webp().toBuffer(),
    'a page in a comment and behind the end': Buffer.concat([
      jpeg.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, page.length + 2]),
      page,
      jpeg.subarray(2),
      page,
    ]),
  }
  const refused = {
    '65,535 by 65,535 pixels': pngOf(65_535, 65_535),
    'a row of 2,147,483,647 pixels': pngOf(2 ** 31 - 1, 1),
    '50 megapixels': pngOf(10_000, 5_000),
    'an AVIF that says 65,000 by 65,000': largeAvif,
    'an AVIF that says it is a sequence': Buffer.from(
      avif.toString('latin1').replace('avif', 'avis'),
      'latin1',
    ),
    '190,000 scans': Buffer.concat([
      progressive.subarray(0, -2),
      ...Array.from({ length: Math.floor((8_000_000 - progressive.length) / scan.length) }, () => scan),
      Buffer.from([0xff, 0xd9]),
    ]),
    'a GIF': await animated.gif().toBuffer(),
    'an SVG': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    'an SVG behind the first bytes of a PNG': Buffer.concat([small.subarray(0, 8), Buffer.from('<svg/>')]),
    'half a JPEG': jpeg.subarray(0, jpeg.length / 2),
  }
  const { statuses, noticed, longest } = await sendAll({ ...accepted, ...refused }, (bytes) =>
    upload('/api/images', cookies.member, {}, ['image', 'a', bytes]),
  )
  const wrong = [...statuses].filter(([name, status]) => status !== (name in accepted ? 200 : 422))
  expect(wrong).toEqual([])
  expect(noticed['memory +MB']).toBeLessThan(400)
  reportMeasurement(context, 'Hostile pictures', {
    pictures: statuses.size * 3,
    refused: Object.keys(refused).length * 3,
    'longest ms': longest,
    ...noticed,
  })
})

test('tables that unpack to gigabytes, or are all columns, lines or quotation marks, are refused with a sentence', async (context) => {
  const bomb = { 'xl/media/image1.png': Buffer.alloc(600 * 1024 * 1024) }
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const refused = {
    'a line of commas': Buffer.from(','.repeat(5_000_000)),
    'lines without end': Buffer.from('\n'.repeat(5_000_000)),
    'quotation marks': Buffer.from('"'.repeat(5_000_000)),
    'an open quotation mark': Buffer.from(`a,b\n"${`${'x'.repeat(99)}\n`.repeat(50_000)}`),
    'a workbook of 600 MB': await workbookOf(cell('Name'), '', bomb),
    'a list of 1,200,000 texts': await workbookOf(cell('Name'), '<si><t>a</t></si>'.repeat(1_200_000)),
    'a column beyond the last': await workbookOf(
      `${cell('Name')}</row><row r="2"><c r="ZZZZZZ2"><v>1</v></c>`,
    ),
    'a row beyond an integer': await workbookOf(`${cell('Name')}</row><row r="99999999999">${cell('Ada')}`),
  }
  const accepted = {
    'entities of entities': await workbookOf(
      `${cell('Name')}</row><row r="2">${cell('&l9;')}`,
      '',
      {},
      `<!DOCTYPE x [<!ENTITY l0 "lol">${lol}]>`,
    ),
    'the entity of a file': await workbookOf(
      `${cell('Name')}</row><row r="2">${cell('&x;')}`,
      '',
      {},
      '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    ),
    'a part outside of its folder': Buffer.from(
      (
        await workbookOf(`${cell('Name')}</row><row r="2">${cell('Ada')}`, '', {
          'up/up/palestra': Buffer.from('x'),
        })
      )
        .toString('latin1')
        .replaceAll('up/up', '../..'),
      'latin1',
    ),
  }
  const { statuses, noticed, longest } = await sendAll({ ...refused, ...accepted }, (bytes) =>
    upload('/dashboard/import', cookies.admin, { source: 'An old program' }, ['file', 'members', bytes]),
  )
  const wrong = [...statuses].filter(([name, status]) =>
    name in accepted ? status !== 302 : status !== 413 && status !== 422,
  )
  expect(wrong).toEqual([])
  expect(noticed['memory +MB']).toBeLessThan(400)
  reportMeasurement(context, 'Hostile tables', {
    tables: statuses.size * 3,
    refused: Object.keys(refused).length * 3,
    'longest ms': longest,
    ...noticed,
  })
})
