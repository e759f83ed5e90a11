import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

// The secret that signs cookies, in the data folder of a club that is not given one. Only its owner can read it.

const secretPath = (dataDir: string) => join(dataDir, 'auth-secret')

/** The kept secret; null when there is none, or one too short to be whole. Throws when it cannot be read. */
export async function readSecretFile(dataDir: string): Promise<string | null> {
  const kept = await readFile(secretPath(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return kept.trim().length >= 32 ? kept.trim() : null
}

/** Keeps a secret, whole or not at all, in the place of an earlier one. */
export async function writeSecretFile(dataDir: string, secret: string): Promise<void> {
  const file = secretPath(dataDir)
  await writeFile(`${file}.new`, `${secret}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
