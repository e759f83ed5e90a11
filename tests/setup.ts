import { afterEach, expect, vi } from 'vitest'

// Most test files share a process, because starting one and loading libraries takes longer than many of them. Our
// own modules are reloaded for each file: no state, open connections or settings of another file remain.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllEnvs()
Reflect.deleteProperty(globalThis, Symbol.for('palestra'))

// A console error or warning fails the test.
const complaints: string[] = []
for (const method of ['error', 'warn'] as const)
  vi.spyOn(console, method).mockImplementation(
    (...words) => void complaints.push(words.map(String).join(' ')),
  )

afterEach(() => {
  const found = complaints.splice(0)
  expect(found, 'console errors and warnings').toEqual([])
})
