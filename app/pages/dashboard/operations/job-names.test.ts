import { expect, test } from 'vitest'
import { readSourceFiles } from '#tests/source-files.ts'
import { jobName } from './job-names.ts'

test('whatever can fail for good is told to admins in words', () => {
  const queues = readSourceFiles()
    .filter(({ isTest }) => !isTest)
    .flatMap(({ text }) => [...text.matchAll(/\bqueue<[^(]*>\('([\w-]+)'/g)])
    .map(([, name = '']) => name)
  expect(queues).toHaveLength(10)
  for (const name of queues) expect(jobName(name)).toMatch(/^[A-Z]\w+ \w+/)
})
