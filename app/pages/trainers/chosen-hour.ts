/** The address of a trainer's page at one of the hours, which is then shown as the chosen one. */
export const chosenHourAddress = (trainerId: string, slotId: string) =>
  `/trainers/${encodeURIComponent(trainerId)}?${new URLSearchParams({ hour: slotId })}#${hourId(slotId)}`

/** The hour that such an address names; null for any other. */
export function chosenHourIn({ pathname, searchParams }: URL): { trainerId: string; slotId: string } | null {
  const [, trainerId] = /^\/trainers\/([^/]+)$/.exec(pathname) ?? []
  const slotId = searchParams.get('hour')
  return trainerId && slotId ? { trainerId, slotId } : null
}

/** What the cell of an hour is called on the page, for the browser to find it. */
export const hourId = (slotId: string) => `hour-${slotId}`
