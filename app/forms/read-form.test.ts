import { expect, test } from 'vitest'
import { bounds } from '#domain/bounds.ts'
import { readForm, serializeFields } from './read-form.server.ts'

const address = '203.0.113.7'

const formType = 'application/x-www-form-urlencoded'

const sent = (body: BodyInit, headers?: HeadersInit) =>
  new Request('http://club.example/', { method: 'POST', body, headers })

test('a form reads alike however it was sent, and only the field that may carries a file', async () => {
  const values = { name: 'Nora', skills: 'Lifting' }
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  for (const body of [new URLSearchParams(values), form]) {
    const { fields, file } = await readForm(sent(body), address)
    expect(Object.fromEntries(fields)).toEqual(values)
    expect(file).toBeNull()
  }
  form.append('photo', new Blob(['bytes']), 'photo.png')
  expect((await readForm(sent(form), address, 'photo')).file?.bytes.toString()).toBe('bytes')
  await expect(readForm(sent(form), address)).rejects.toMatchObject({ code: 'invalid' })
})

test('a body that is no form is the sender’s mistake', async () => {
  await expect(readForm(sent('{}', { 'content-type': 'application/json' }), address)).rejects.toMatchObject({
    code: 'invalid',
    message: 'We couldn’t read this form. Please try again.',
  })
})

test('a form of thousands of fields is refused before any of it goes back to the page', async () => {
  const body = (fields: number) => sent(new URLSearchParams('a&'.repeat(fields - 1) + 'b'))
  const tooMany = readForm(sent('a&'.repeat(63_000), { 'content-type': formType }), address)
  await expect(tooMany).rejects.toMatchObject({
    code: 'too-large',
    message: 'This form has too many fields.',
  })
  expect((await readForm(body(200), address)).fields.size).toBe(200)
  await expect(readForm(body(201), address)).rejects.toMatchObject({ code: 'too-large' })
})

test('what was typed goes back to the page, but never a password', async () => {
  const typed = { name: 'Nora', password: 'Palestra1!', currentPassword: 'a', newPassword: 'b' }
  expect(serializeFields(await readForm(sent(new URLSearchParams(typed)), address))).toBe('name=Nora')
})

test('the longest text that a field takes is read in any letters, and goes back to the page', async () => {
  const longest = '🏋'.repeat(bounds.newsletterWords.most)
  const form = new FormData()
  form.append('words', longest)
  for (const body of [new URLSearchParams({ words: longest }), form])
    expect(new URLSearchParams(serializeFields(await readForm(sent(body), address))).get('words')).toBe(
      longest,
    )
})

test('a text that no field takes is not sent back', async () => {
  const typed = { name: 'Nora', words: 'x'.repeat(bounds.newsletterWords.most + 1) }
  expect(serializeFields(await readForm(sent(new URLSearchParams(typed)), address))).toBe('name=Nora')
})
