import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { PassThrough, Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { extract, pack, type Pack } from 'tar-stream'

// A club in one file: a compressed tar, encrypted as an age file with a passphrase. Each member carries its digest,
// and the last one the digest of all, so that a changed, missing or truncated part is detected.

export type ArchiveEntry = { name: string; bytes: Uint8Array }

/** An error that an operator can fix, as one sentence. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Maximum size of a member, so that reading needs as little memory as writing. */
const maxEntryBytes = 64 * 1024 * 1024
const lastEntryName = 'end.json'
const ageMagic = 'age-encryption.org/v1'
const digestField = 'PALESTRA.sha256'

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Digest over all names and digests, in order. */
function runningDigest() {
  const hash = createHash('sha256')
  let members = 0
  return {
    add: (name: string, digest: string) => {
      members += 1
      hash.update(`${name}\n${digest}\n`)
    },
    summary: () => JSON.stringify({ members, sha256: hash.copy().digest('hex') }),
  }
}

/**
 * Writes members into a new file, encrypted if a passphrase is given. The file appears under its name when it is
 * complete and flushed. Throws `BackupError` if the name is taken or the disk is full or refuses. An error of
 * `members` leaves no file.
 */
export async function writeArchive(
  path: string,
  passphrase: string | null,
  members: AsyncIterable<ArchiveEntry>,
): Promise<void> {
  if (await stat(path).catch(() => null))
    throw new BackupError(`There is a file ${path} already. Choose another name.`)
  // a random name, in a folder where other programs write too
  const draft = `${path}.${randomBytes(9).toString('base64url')}.part`
  const tar = pack()
  try {
    const compressed = new PassThrough()
    await Promise.all([
      packEntries(tar, members).catch((error: unknown) => {
        tar.destroy(error as Error)
        throw error
      }),
      pipeline(tar, createGzip({ level: 6 }), compressed),
      encryptStream(compressed, passphrase).then((bytes) => pipeline(bytes, createNewFile(draft))),
    ])
    await flush(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw toWriteError(path, error)
  }
}

/** Converts a file system error that an operator can fix; returns others unchanged. */
function toWriteError(path: string, error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(
      `There is too little room on the disk for ${path}. Nothing of it was kept: make room, or choose another disk.`,
      { cause: error },
    )
  if (!['EACCES', 'ENOENT', 'ENOTDIR', 'EPERM', 'EROFS'].includes(code)) return error
  return new BackupError(`The file ${path} cannot be written: ${message}.`, { cause: error })
}

const createNewFile = (path: string): Writable => createWriteStream(path, { mode: 0o600, flags: 'wx' })

async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

async function packEntries(tar: Pack, members: AsyncIterable<ArchiveEntry>): Promise<void> {
  const total = runningDigest()
  for await (const { name, bytes } of members) {
    const digest = digestOf(bytes)
    total.add(name, digest)
    await addEntry(tar, name, bytes, digest)
  }
  const summary = Buffer.from(total.summary())
  await addEntry(tar, lastEntryName, summary, digestOf(summary))
  tar.finalize()
}

async function addEntry(tar: Pack, name: string, bytes: Uint8Array, digest: string): Promise<void> {
  const entry = tar.entry({
    name,
    size: bytes.byteLength,
    mtime: new Date(0),
    pax: { [digestField]: digest },
  })
  entry.end(bytes)
  await finished(entry)
}

async function encryptStream(bytes: Readable, passphrase: string | null): Promise<Readable> {
  if (passphrase === null) return bytes
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

/**
 * Reads the members of a file, and verifies each; the overall digest is verified at the end. Throws `BackupError` for
 * a file that is missing, foreign, damaged, truncated, or encrypted with another passphrase.
 */
export async function* readArchive(path: string, passphrase: string | null): AsyncGenerator<ArchiveEntry> {
  const tar = extract()
  const bytes = await decryptFile(path, passphrase)
  // its errors reach the reader of the members
  const arriving = pipeline(bytes, createGunzip(), tar as unknown as Writable).catch((error: unknown) =>
    tar.destroy(error as Error),
  )
  const total = runningDigest()
  let isWhole = false
  try {
    for await (const entry of tar) {
      const { name, size } = entry.header
      const told = (entry.header.pax as Record<string, string> | undefined)?.[digestField]
      if (size > maxEntryBytes) throw new BackupError(`The file is damaged: ${name} is too large.`)
      const content = Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>))
      const digest = digestOf(content)
      if (isWhole || digest !== told) throw new BackupError(`The file is damaged at ${name}.`)
      if (name === lastEntryName) {
        if (content.toString() !== total.summary())
          throw new BackupError('The file is damaged: a part of it is missing or was changed.')
        isWhole = true
        continue
      }
      total.add(name, digest)
      yield { name, bytes: content }
    }
  } catch (error) {
    throw error instanceof BackupError ? error : damagedError(error)
  } finally {
    tar.destroy()
    await arriving
  }
  if (!isWhole) throw new BackupError('The file is damaged: its end is missing.')
}

const damagedError = (cause: unknown) =>
  new BackupError('The file is damaged, or it is not one that npm run club -- backup made.', { cause })

async function decryptFile(path: string, passphrase: string | null): Promise<Readable> {
  if (!(await startsWith(path, ageMagic))) return createReadStream(path)
  if (passphrase === null)
    throw new BackupError('The file is locked. Give its passphrase as BACKUP_PASSPHRASE.')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const locked = createReadStream(path)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(locked)))
  } catch (error) {
    locked.destroy()
    throw new BackupError('The passphrase is not the one of this file, or its beginning is damaged.', {
      cause: error,
    })
  }
}

async function startsWith(path: string, magic: string): Promise<boolean> {
  try {
    await using file = await open(path)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.subarray(0, bytesRead).toString('latin1') === magic
  } catch (error) {
    throw new BackupError(`The file ${path} cannot be read: ${(error as Error).message}.`, { cause: error })
  }
}

// the web stream types of Node and of browsers differ in name only
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0])
