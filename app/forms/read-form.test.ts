import { expect, test } from 'vitest'
import { readForm, typedOf } from './read-form.server.ts'

const sent = (body: BodyInit, headers?: HeadersInit) =>
  new Request('http://club.example/', { method: 'POST', body, headers })

test('a form reads alike however it was sent, and only the field that may carries a file', async () => {
  const values = { name: 'Nora', skills: 'Lifting' }
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  for (const body of [new URLSearchParams(values), form]) {
    const { fields, file } = await readForm(sent(body))
    expect(Object.fromEntries(fields)).toEqual(values)
    expect(file).toBeNull()
  }
  form.append('photo', new Blob(['bytes']), 'photo.png')
  expect((await readForm(sent(form), 'photo')).file?.bytes.toString()).toBe('bytes')
  await expect(readForm(sent(form))).rejects.toMatchObject({ code: 'invalid' })
})

test('a body that is no form is the sender’s mistake', async () => {
  await expect(readForm(sent('{}', { 'content-type': 'application/json' }))).rejects.toMatchObject({
    code: 'invalid',
    message: 'This form arrived damaged. Please try again.',
  })
})

test('what was typed goes back to the page, but never a password', async () => {
  const typed = { name: 'Nora', password: 'Palestra1!', currentPassword: 'a', newPassword: 'b' }
  expect(typedOf(await readForm(sent(new URLSearchParams(typed))))).toBe('name=Nora')
})
