import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type RamDisk = { folder: string; remove: () => void }

/** Mounts a RAM disk of `megabytes`. Throws without the privilege to. */
export function mountRamDisk(megabytes = 200): RamDisk {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const options = `size=${megabytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch (error) {
    remove()
    throw error
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder])
      remove()
    },
  }
}

/** Whether this machine mounts a RAM disk. */
export function canMountRamDisk(): boolean {
  try {
    mountRamDisk(1).remove()
    return true
  } catch {
    return false
  }
}

/** Fills the disk of this file to the last block. */
export function fillDisk(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, '..'))
  for (let left = bavail * bsize; left >= 4_096; left = Math.floor(left / 2)) {
    try {
      writeFileSync(file, Buffer.alloc(left), { flag: 'a' })
    } catch {
      // written as far as it fitted
    }
  }
}
