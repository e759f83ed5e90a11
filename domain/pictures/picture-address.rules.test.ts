import { describe, expect, test } from 'vitest'
import { toGoogleAvatarUrl, pictureIdFromOwnUrl } from './picture-address.rules.ts'

const avatar = 'https://lh3.googleusercontent.com/a/face=s96-c'
const id = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff'

describe('Google avatar URL', () => {
  test.each([avatar, `https://lh3.googleusercontent.com/${'x'.repeat(466)}`])('%s is one', (address) => {
    expect(toGoogleAvatarUrl(address)).toBe(address)
  })

  test.each([
    'http://lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:444/a',
    'https://nora@lh3.googleusercontent.com/a',
    'https://:secret@lh3.googleusercontent.com/a',
    'https://nora:secret@lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com.evil.example/a',
    'https://evil.example/lh3.googleusercontent.com',
    `https://lh3.googleusercontent.com/${'x'.repeat(467)}`,
    // short as typed, long once percent-encoded
    `https://lh3.googleusercontent.com/${'ü'.repeat(200)}`,
    'lh3.googleusercontent.com/a',
    '',
    7,
    null,
    new URL(avatar),
  ])('%s is none', (address) => {
    expect(toGoogleAvatarUrl(address)).toBeNull()
  })
})

describe('club picture URL', () => {
  const origins = ['http://localhost:3000', 'http://127.0.0.1:3000']

  test.each([
    `/images/${id}/360.webp`,
    `http://localhost:3000/images/${id}/360.webp`,
    `http://127.0.0.1:3000/images/${id}/360.webp`,
  ])('%s is one, at any address of the club', (address) => {
    expect(pictureIdFromOwnUrl(address, origins)).toBe(id)
  })

  test.each([`https://evil.example/images/${id}/360.webp`, avatar, id, '', null, 7])(
    '%s is none',
    (address) => {
      expect(pictureIdFromOwnUrl(address, origins)).toBeNull()
    },
  )
})
