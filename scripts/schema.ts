import { writeFile } from 'node:fs/promises'
import { currentSchema, schemaFile } from './checks/schema.ts'

// Writes db/schema.sql, the schema that the migrations result in: npm run schema

await writeFile(schemaFile, await currentSchema())
