import { drawEverything } from './drawings.ts'
import { endWithWhoeverWaits } from './elsewhere.ts'

// Draws what the demo club shows and keeps it: scripts/start.ts does so while the site is built.

endWithWhoeverWaits()
await drawEverything((line) => console.log(line))
process.exit()
