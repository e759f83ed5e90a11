import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#core/project-root.ts'
import type { ProcessedPicture } from '#domain/pictures/pictures.server.ts'

const folder = join(projectRoot, 'demo', 'pictures')

/** Width, height and background colour of each picture, by its name. */
export type PictureIndex = Record<string, Omit<ProcessedPicture, 'files'>>

/** Returns a reader of the pictures in demo/pictures, with their renditions. It throws for an unknown name. */
export async function openDemoPictures(): Promise<(name: string) => Promise<ProcessedPicture>> {
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as PictureIndex
  return async (name) => {
    const picture = index[name]
    if (!picture) throw new Error(`There is no picture ${name}. Run node scripts/draw-artwork.ts.`)
    const renditions = await readdir(join(folder, name))
    const files = renditions.map(async (file) => [file, await readFile(join(folder, name, file))] as const)
    return { ...picture, files: new Map(await Promise.all(files)) }
  }
}

export type DemoPictures = Awaited<ReturnType<typeof openDemoPictures>>
