import { exitWithParent } from './elsewhere.ts'
import { seedDemo } from './load.ts'

// Loads the demo club into the database that it is told of.

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
