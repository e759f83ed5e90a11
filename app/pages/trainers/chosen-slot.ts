/** The address of a trainer's page at one of the hours, which is then shown as the chosen one. */
export const chosenSlotUrl = (trainerId: string, slotId: string) =>
  `/trainers/${encodeURIComponent(trainerId)}?${new URLSearchParams({ hour: slotId })}#${slotElementId(slotId)}`

/** The hour that such an address names; null for any other. */
export function chosenSlotIn({ pathname, searchParams }: URL): { trainerId: string; slotId: string } | null {
  const [, trainerId] = /^\/trainers\/([^/]+)$/.exec(pathname) ?? []
  const slotId = searchParams.get('hour')
  return trainerId && slotId ? { trainerId, slotId } : null
}

/** What the cell of an hour is called on the page, for the browser to find it. */
export const slotElementId = (slotId: string) => `hour-${slotId}`
