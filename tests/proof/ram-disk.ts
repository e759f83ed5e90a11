import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Mounts a RAM disk of `megabytes`; returns null without the privilege to. */
export function mountRamDisk(megabytes = 200): { folder: string; remove: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'palestra-disk-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const options = `size=${megabytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    remove()
    return null
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder])
      remove()
    },
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
