import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Loads the settings of the project's .env file, if there is one. Environment variables take precedence. */
export function readDotEnv(folder = join(import.meta.dirname, '..')): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
