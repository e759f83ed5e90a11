import { exitWithParent } from './child-process.ts'
import { seedDemo } from './seed.ts'

// Loads the demo club into the database of its message.

exitWithParent()
process.once('message', (ground: { databaseUrl: string; authSecret: string }) => {
  seedDemo({ ...ground, say: (line) => console.log(line) }).then(
    () => process.exit(),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
