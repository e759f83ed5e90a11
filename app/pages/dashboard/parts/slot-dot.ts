import type { DotKind } from '#app/components/status-dot.tsx'
import type { SlotState } from '#domain/slots/slots.rules.ts'

/** A filled dot for a sold slot, a thick ring for a held one, a thin ring for a free one. */
export const slotDot = (state: SlotState): DotKind =>
  state === 'sold' ? 'on' : state === 'held' ? 'held' : 'ring'
