import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Takes the settings in the project's file .env, where there is one, except those that are set already. */
export function readDotEnv(folder = join(import.meta.dirname, '..')): void {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
}
