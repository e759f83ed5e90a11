import { endWithWhoeverWaits } from './elsewhere.ts'
import { loadDemo } from './load.ts'

// Loads the demo club into the database that it is told of.

endWithWhoeverWaits()
process.once('message', (ground: { databaseUrl: string; authSecret: string }) => {
  loadDemo({ ...ground, say: (line) => console.log(line) }).then(
    () => process.exit(),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
