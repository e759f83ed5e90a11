import type { SlotState } from '#domain/slots/slots.rules.ts'
import type { DotKind } from '#app/components/status-dot.tsx'

/** A filled dot is a sold hour, a thick ring a held one, a ring a free one. */
export const slotDot = (state: SlotState): DotKind =>
  state === 'sold' ? 'on' : state === 'held' ? 'held' : 'ring'
