import { expect, test } from 'vitest'
import { DomainError } from '#core/errors.ts'
import { readMultipart } from './multipart.ts'

const boundary = 'frontier'
const contentType = `multipart/form-data; boundary=${boundary}`
const sender = '203.0.113.7'
const mebibyte = 1024 * 1024
const options = { fileField: 'image', maxFields: 3, maxFieldBytes: 100 }

const textPart = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const filePart = (name: string, content: string, filename = 'a.png') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`
const end = `--${boundary}--\r\n`

const send = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  new Request('http://club.test/', {
    method: 'POST',
    headers: { 'Content-Type': contentType, ...headers },
    body,
    duplex: 'half',
  } as RequestInit)

async function refusalOf(request: Request): Promise<DomainError> {
  const error = await readMultipart(request, sender, options).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}

/** An endless file in chunks of 64 kB, and how much of it was taken. */
function endlessUpload() {
  const taken = { bytes: 0 }
  const chunk = Buffer.alloc(65_536, 'x')
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(Buffer.from(filePart('image', '').slice(0, -2))),
      pull(controller) {
        taken.bytes += chunk.length
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, taken }
}

test('a form gives its texts and its file', async () => {
  const content = 'bytes\0\r\n--not the frontier'
  const body =
    textPart('name', 'Zoë') + filePart('image', content, 'Größe.png') + textPart('name', 'two') + end
  const { fields, file } = await readMultipart(send(body), sender, options)
  expect(fields.getAll('name')).toEqual(['Zoë', 'two'])
  expect(file?.bytes.toString()).toBe(content)
  expect(file?.filename).toBe('Größe.png')
})

test('a form as a browser makes it is read, with and without a chosen file', async () => {
  const form = new FormData()
  form.set('name', 'Mira')
  form.set('image', new File(['picture'], 'face.jpg', { type: 'image/jpeg' }))
  const request = new Request('http://club.test/', { method: 'POST', body: form })
  const { fields, file } = await readMultipart(request, sender, options)
  expect([fields.get('name'), file?.bytes.toString()]).toEqual(['Mira', 'picture'])

  const unchosen = await readMultipart(send(filePart('image', '', '') + end), sender, options)
  expect(unchosen.file).toBeNull()
})

test('a form that arrives byte by byte is the same form', async () => {
  const text = textPart('name', 'Zoë') + filePart('image', 'pix\r\nels') + end
  const bytes = Buffer.from(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
      controller.close()
    },
  })
  const { fields, file } = await readMultipart(send(body), sender, options)
  expect([fields.get('name'), file?.bytes.toString()]).toEqual(['Zoë', 'pix\r\nels'])
})

test('a file of exactly the limit passes, and one byte more does not', async () => {
  const limits = { ...options, maxFileBytes: 1000 }
  const fits = await readMultipart(send(filePart('image', 'x'.repeat(1000)) + end), sender, limits)
  expect(fits.file?.bytes.length).toBe(1000)
  const over = readMultipart(send(filePart('image', 'x'.repeat(1001)) + end), sender, limits)
  await expect(over).rejects.toMatchObject({ code: 'too-large' })
})

test('an upload without an end is read to about 8 MB and no further', async () => {
  const { body, taken } = endlessUpload()
  const refusal = await refusalOf(send(body))
  expect(refusal.code).toBe('too-large')
  expect(refusal.message).toBe('This file is too large. It may have at most 8 MB.')
  expect(taken.bytes).toBeGreaterThan(8 * mebibyte - 1)
  expect(taken.bytes).toBeLessThan(8 * mebibyte + 2 * 65_536)
})

test('an announced 50 MB are refused before anything is read', async () => {
  const { body, taken } = endlessUpload()
  const refusal = await refusalOf(send(body, { 'Content-Length': String(50 * mebibyte) }))
  expect(refusal.code).toBe('too-large')
  expect(taken.bytes).toBe(0)
})

test('more bytes than announced are not read', async () => {
  const { body, taken } = endlessUpload()
  const refusal = await refusalOf(send(body, { 'Content-Length': '1000' }))
  expect(refusal.code).toBe('invalid')
  expect(taken.bytes).toBeLessThanOrEqual(65_536)
})

test('fewer bytes than announced are an upload that broke off', async () => {
  const body = filePart('image', 'picture') + end
  const refusal = await refusalOf(send(Buffer.from(body), { 'Content-Length': String(body.length + 10) }))
  expect(refusal.message).toBe('The upload broke off or is damaged. Please try again.')
})

test('a form cut off anywhere is refused', async () => {
  const whole = textPart('name', 'Mira') + filePart('image', 'picture') + end
  for (let length = 0; length < whole.length - 4; length += 1)
    expect((await refusalOf(send(whole.slice(0, length)))).code, `cut at ${length}`).toBe('invalid')
})

test('a connection that breaks is an upload that broke off', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(filePart('image', 'pict').slice(0, -2))),
    pull: (controller) => controller.error(new Error('reset')),
  })
  expect((await refusalOf(send(body))).message).toMatch(/broke off/)
})

test.each([
  ['two files', filePart('image', 'a') + filePart('image', 'b'), 'Send one file only.'],
  ['a file in another field', filePart('photo', 'a'), 'A file came in an unexpected field.'],
  ['too many fields', textPart('a', '1').repeat(4), 'This form has more fields than it may have.'],
  ['a thousand tiny parts', textPart('a', '').repeat(1000), 'This form has more fields than it may have.'],
  ['a long text', textPart('a', 'x'.repeat(101)), 'A text in this form is too long.'],
])('%s are refused', async (_what, parts, message) => {
  expect((await refusalOf(send(parts + end))).message).toBe(message)
})

test.each([
  ['no body', null, contentType],
  ['an empty body', '', contentType],
  ['no parts', end, contentType],
  ['another boundary', textPart('a', 'b') + end, 'multipart/form-data; boundary=other'],
  ['an endless header', `--${boundary}\r\nX: ${'y'.repeat(20_000)}`, contentType],
  ['a part without a header', `--${boundary}\r\n\r\nhello\r\n--${boundary}`, contentType],
])('%s ends in an answer', async (_what, body, type) => {
  const outcome = await readMultipart(send(body, { 'Content-Type': type }), sender, options).then(
    ({ file, fields }) => ({ file, fields: fields.size }),
    (error: unknown) => error,
  )
  if (!(outcome instanceof DomainError)) expect(outcome).toEqual({ file: null, fields: 0 })
})

test.each(['text/plain', 'application/json', 'multipart/form-data', 'multipart/mixed; boundary=x'])(
  'a body of type %s is not a form',
  async (type) => {
    const refusal = await refusalOf(send('a', { 'Content-Type': type }))
    expect(refusal.facts).toEqual({ notMultipart: true })
  },
)

test('names that mean something to programs are only names', async () => {
  const { fields } = await readMultipart(
    send(textPart('__proto__', 'a') + textPart('toString', 'b') + end),
    sender,
    options,
  )
  expect([...fields]).toEqual([
    ['__proto__', 'a'],
    ['toString', 'b'],
  ])
})

/** An upload of so many bytes that then waits, from this address; `stop` breaks it off. */
function waitingUpload(bytes: number, from: string) {
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(filePart('image', 'x'.repeat(bytes)).slice(0, -2)))
      stop = () => controller.close()
    },
  })
  const headers = { 'Content-Length': String(8 * mebibyte) }
  const read = readMultipart(send(body, headers), from, options).catch((error: unknown) => error)
  return { stop, read }
}

test('what is only announced takes no room from others, and what has come takes that of its own network', async () => {
  const upload = () => readMultipart(send(filePart('image', 'x'.repeat(mebibyte)) + end), sender, options)
  const announced = Array.from({ length: 40 }, () => waitingUpload(1, '198.51.100.1'))
  expect((await upload()).file?.bytes.length).toBe(mebibyte)
  const arrived = Array.from({ length: 3 }, () => waitingUpload(7.9 * mebibyte, sender))
  await expect(upload()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 })
  // each from another address of one network, which a phone has as many of as it likes
  const ofNetwork = Array.from({ length: 8 }, (_, each) =>
    waitingUpload(7.9 * mebibyte, `2001:db8:1:2::${each}`),
  )
  const others = readMultipart(send(filePart('image', 'x'.repeat(mebibyte)) + end), '198.51.100.1', options)
  expect((await others).file?.bytes.length).toBe(mebibyte)
  for (const { stop, read } of [...announced, ...arrived, ...ofNetwork.slice(0, 3)]) {
    stop()
    expect(await read).toMatchObject({ code: 'invalid' })
  }
  for (const { read } of ofNetwork.slice(3)) expect(await read).toMatchObject({ code: 'unavailable' })
  expect((await upload()).file?.bytes.length).toBe(mebibyte)
})
