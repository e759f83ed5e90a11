import { singleton } from '#core/singleton.ts'

type Removals = { ids: Set<string>; onRemoval: (id: string) => void }

const removalsSingleton = singleton<Removals>('removed pictures')
const removals = removalsSingleton.get() ?? removalsSingleton.set({ ids: new Set(), onRemoval: () => {} })

/** The newest ids suffice: the files of older ones are gone. */
const maxIds = 10_000

/** Whether the picture was deleted while this process ran; its files may still exist. */
export const isPictureRemoved = (id: string): boolean => removals.ids.has(id)

/** Records the deletion of a picture, by any process, and calls the listener. */
export function noteRemovedPicture(id: string): void {
  removals.ids.add(id)
  const [oldest] = removals.ids
  if (removals.ids.size > maxIds && oldest !== undefined) removals.ids.delete(oldest)
  removals.onRemoval(id)
}

/** Calls `listener` with the id of each deleted picture. */
export const onPictureRemoved = (listener: (id: string) => void): void => void (removals.onRemoval = listener)
