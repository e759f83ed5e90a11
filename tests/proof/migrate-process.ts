// Migrates the database at a URL, in a process to be killed.
import { migrate } from '#db/migrate.ts'

await migrate(process.argv[2] ?? '')
