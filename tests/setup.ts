import { afterEach, expect, vi } from 'vitest'

// A console error or warning is a failure: nothing in the club writes there.
const complaints: string[] = []
for (const method of ['error', 'warn'] as const)
  vi.spyOn(console, method).mockImplementation(
    (...words) => void complaints.push(words.map(String).join(' ')),
  )

afterEach(() => {
  const found = complaints.splice(0)
  expect(found, 'console errors and warnings').toEqual([])
})
