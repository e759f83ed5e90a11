import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// The secret that signs cookies, generated in the data folder if AUTH_SECRET is not set. Only its owner can read it.

const secretPath = (dataDir: string) => join(dataDir, 'auth-secret')

/** Reads the secret; null if there is none or it is too short to be complete. Throws when it cannot be read. */
export async function readSecretFile(dataDir: string): Promise<string | null> {
  const kept = await readFile(secretPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return kept.trim().length >= 32 ? kept.trim() : null
}

/** Writes the secret atomically, replacing an earlier one. */
export async function writeSecretFile(dataDir: string, secret: string): Promise<void> {
  const file = secretPath(dataDir)
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
