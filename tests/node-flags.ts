import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#core/project-root.ts'

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8')

/** The memory flags of Node, in `npm start` and in the files of deploy/. */
export const nodeFlags = parseNodeFlags('scripts/start.ts', JSON.parse(read('package.json')).scripts.start)
export const nodeFlagsByFile = {
  'deploy/Dockerfile': parseNodeFlags('server/main.ts', read('deploy/Dockerfile')),
  'deploy/palestra.service': parseNodeFlags('server/main.ts', read('deploy/palestra.service')),
}

/** Returns the arguments of a command between `node` and the program. */
function parseNodeFlags(program: string, text: string): string[] {
  const line = text.split('\n').find((each) => each.includes(program)) ?? ''
  return line.match(/(?<=[ "])--[\w-]+=\d+(?=[ "])/g) ?? []
}
