import { beforeEach, expect, test } from 'vitest'
import { currentToasts, receiveToasts, toast } from './toast-store.ts'

const textsShown = () => currentToasts().map(({ text }) => text)

beforeEach(() => toast.good('You are in.'))

test('what is newer replaces what is older', () => {
  receiveToasts([{ id: '1', kind: 'good', text: 'You gave it back.' }])
  expect(textsShown()).toEqual(['You gave it back.'])
  toast.bad('The club can’t be reached.')
  expect(textsShown()).toEqual(['The club can’t be reached.'])
})

test('two toasts of one page stand together, and a page seen again brings none back', () => {
  const both = ['Welcome.', 'Your hour is held.'].map((text) => ({ id: text, kind: 'good', text }) as const)
  receiveToasts(both)
  expect(textsShown()).toEqual(['Welcome.', 'Your hour is held.'])
  toast.good('Saved.')
  receiveToasts(both)
  expect(textsShown()).toEqual(['Saved.'])
})
