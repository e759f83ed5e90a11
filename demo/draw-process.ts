import { drawAllPictures } from './drawings.ts'
import { exitWithParent } from './child-process.ts'

// Draws what the demo club shows and keeps it: scripts/start.ts does so while the site is built.

exitWithParent()
await drawAllPictures((line) => console.log(line))
process.exit()
