// A process that brings the database at an address up to date, to be killed while it does.
import { migrate } from '#db/migrate.ts'

await migrate(process.argv[2] ?? '')
