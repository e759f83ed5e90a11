import { useState, type ButtonHTMLAttributes } from 'react'
import { useNavigation, useSubmit } from 'react-router'

type Drag = { id: string; from: number; to: number }

/** Attributes of a row, for its place while another row is dragged. */
export type DropEdge = 'before' | 'after' | undefined

/**
 * Returns the attributes of a row's drag handle, and where a dragged row would be dropped. A row is moved by pointer,
 * or by the arrow keys. `first` is the position of the first row, counted from 0.
 */
export function useReorder(first: number, total: number) {
  const submit = useSubmit()
  const [drag, setDrag] = useState<Drag | null>(null)
  const isBusy = useNavigation().state !== 'idle'
  const move = (id: string, place: number) => {
    if (place < 0 || place >= total || isBusy) return
    void submit({ intent: 'move', id, place }, { method: 'post', preventScrollReset: true })
  }
  const handle = (id: string, position: number): ButtonHTMLAttributes<HTMLButtonElement> => ({
    onPointerDown: ({ currentTarget, pointerId }) => {
      currentTarget.setPointerCapture(pointerId)
      setDrag({ id, from: position, to: position })
    },
    onPointerMove: ({ currentTarget, clientY }) => {
      if (drag?.id !== id) return
      const rows = [...(currentTarget.closest('ul')?.children ?? [])]
      const to = rows.filter((row) => row.getBoundingClientRect().bottom < clientY).length
      setDrag({ ...drag, to: first + Math.min(to, rows.length - 1) })
    },
    onPointerUp: () => {
      if (drag && drag.to !== drag.from) move(drag.id, drag.to)
      setDrag(null)
    },
    onPointerCancel: () => setDrag(null),
    onKeyDown: (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
      if (step === undefined) return
      event.preventDefault()
      move(id, position + step)
    },
  })
  const dropEdge = (position: number): DropEdge => {
    if (!drag || drag.to !== position || drag.to === drag.from) return undefined
    return drag.to < drag.from ? 'before' : 'after'
  }
  return { handle, dropEdge }
}
