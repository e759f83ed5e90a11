import { afterEach, expect, vi } from 'vitest'

// Most files share a process, whose start and libraries cost more than many of them take. What is our own begins
// anew with each: no module remembers another file's club, nothing is open, and settings are those of the run.
vi.resetModules()
vi.useRealTimers()
vi.unstubAllEnvs()
Reflect.deleteProperty(globalThis, Symbol.for('palestra'))

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
