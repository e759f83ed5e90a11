/** Returns the URL of a trainer's page with a slot marked as chosen. */
export const chosenSlotUrl = (trainerId: string, slotId: string) =>
  `/trainers/${encodeURIComponent(trainerId)}?${new URLSearchParams({ hour: slotId })}#${slotElementId(slotId)}`

/** Returns the slot that such a URL names; null for any other URL. */
export function chosenSlotIn({ pathname, searchParams }: URL): { trainerId: string; slotId: string } | null {
  const [, trainerId] = /^\/trainers\/([^/]+)$/.exec(pathname) ?? []
  const slotId = searchParams.get('hour')
  return trainerId && slotId ? { trainerId, slotId } : null
}

/** The id of a slot's element, for fragment links. */
export const slotElementId = (slotId: string) => `hour-${slotId}`
