import { Bold, Heading, Link, RectangleHorizontal, type IconNode } from 'lucide'
import type { KeyboardEvent, RefObject } from 'react'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'

type Mark = 'heading' | 'bold' | 'link' | 'button'

/** Replaces the selection of a text field, and selects `chosen` within the new text. */
function replaceSelection(field: HTMLTextAreaElement, text: string, chosen: string): void {
  const start = field.selectionStart
  field.focus()
  field.setRangeText(text, start, field.selectionEnd, 'end')
  const at = start + text.lastIndexOf(chosen)
  field.setSelectionRange(at, at + chosen.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Inserts lines of their own at the end of the selection. */
export function insertParagraph(field: HTMLTextAreaElement, line: string, chosen = line): void {
  field.setSelectionRange(field.selectionEnd, field.selectionEnd)
  const before = field.value.slice(0, field.selectionEnd)
  const after = field.value.slice(field.selectionEnd)
  const gapBefore = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const gapAfter = after === '' || after.startsWith('\n\n') ? '' : '\n\n'
  replaceSelection(field, `${gapBefore}${line}${gapAfter}`, chosen)
}

function writeMark(field: HTMLTextAreaElement, mark: Mark): void {
  const selected = field.value.slice(field.selectionStart, field.selectionEnd).trim()
  const [heading, words] = [t('letterMarks.newHeading'), t('letterMarks.seeTheClasses')]
  if (mark === 'bold') return replaceSelection(field, `**${selected || words}**`, selected || words)
  if (mark === 'link') return replaceSelection(field, `[${selected || words}](/classes)`, '/classes')
  if (mark === 'button') return insertParagraph(field, `[${words}](/classes)`, '/classes')
  if (selected === '') return insertParagraph(field, `## ${heading}`, heading)
  replaceSelection(field, `## ${selected.replaceAll('\n', ' ')}`, selected)
}

/** Writes a mark for Ctrl B and Ctrl K. */
export function markByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const mark = { b: 'bold', k: 'link' }[event.key] as Mark | undefined
  if (mark === undefined || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  // Ctrl K opens the search elsewhere
  event.nativeEvent.stopImmediatePropagation()
  writeMark(event.currentTarget, mark)
}

/** Buttons that write the marks of a letter into its text field. */
export function LetterMarks({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  const marks: { mark: Mark; name: string; icon: IconNode }[] = [
    { mark: 'heading', name: t('letterMarks.heading'), icon: Heading },
    { mark: 'bold', name: t('letterMarks.bold'), icon: Bold },
    { mark: 'link', name: t('letterMarks.link'), icon: Link },
    { mark: 'button', name: t('letterMarks.button'), icon: RectangleHorizontal },
  ]
  return (
    <div className="letter-marks" role="group" aria-label={t('letterMarks.marks')}>
      {marks.map(({ mark, name, icon }) => (
        <button
          key={mark}
          type="button"
          className="text-button"
          onClick={() => field.current && writeMark(field.current, mark)}
        >
          <Icon of={icon} smaller />
          {name}
        </button>
      ))}
    </div>
  )
}
