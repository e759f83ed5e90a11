import { describe, expect, test } from 'vitest'
import { signInInput } from '#sign-in/sign-in.input.ts'
import { emailAddress } from './members.input.ts'

describe('an email address', () => {
  test.each([
    [' Nora@MüllerFit.example ', 'nora@xn--mllerfit-65a.example'],
    ['nora@mu\u0308llerfit.example', 'nora@xn--mllerfit-65a.example'],
    ['nora@xn--mllerfit-65a.example', 'nora@xn--mllerfit-65a.example'],
    ['nora@straße.example', 'nora@xn--strae-oqa.example'],
    ['nora@例え.example', 'nora@xn--r8jz45g.example'],
    ['Nora.Lind@club.example', 'nora.lind@club.example'],
  ])('%s is stored as %s, and signs in as it', (typed, stored) => {
    expect(emailAddress.parse(typed)).toBe(stored)
    expect(signInInput.parse({ email: typed, password: 'x' }).email).toBe(stored)
  })

  test.each([
    'nora@müller fit.example',
    'nora@müllerfit.example/x',
    'nora@müllerfit.example:25',
    'nora@müller@fit.example',
    'nöra@club.example',
    '@müllerfit.example',
    'müllerfit.example',
    `${'n'.repeat(65)}@club.example`,
  ])('%s is refused', (typed) => {
    expect(emailAddress.safeParse(typed).success).toBe(false)
  })

  test('has a local part of up to 64 characters', () => {
    const address = `${'n'.repeat(64)}@club.example`
    expect(emailAddress.parse(address)).toBe(address)
  })
})
