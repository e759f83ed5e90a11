import { expect, test } from 'vitest'
import { readSourceFiles } from '#tests/source-files.ts'
import { jobName } from './job-names.ts'

test('every queue whose jobs can fail for good has a name for admins', () => {
  const queues = readSourceFiles()
    .filter(({ isTest }) => !isTest)
    .flatMap(({ text }) => [...text.matchAll(/\bqueue<[^(]*>\('([\w-]+)'/g)])
    .map(([, name = '']) => name)
  expect(queues).toHaveLength(15)
  for (const name of queues) expect(jobName(name)).toMatch(/^[A-Z]\w+ \w+/)
})
