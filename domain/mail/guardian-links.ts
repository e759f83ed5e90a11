import type { LetterContent } from './letter.ts'

/** Whether a link says by a key whom it is for. */
const hasKey = (path: string) => /[?&]key=/.test(path)

/** Returns a letter about a member whose buttons ask the guardian to act for them first. */
export function linkedForGuardian(content: LetterContent, memberId: string): LetterContent {
  const linked = <Button extends { path: string }>(button: Button): Button =>
    hasKey(button.path)
      ? button
      : { ...button, path: `/dashboard/family?${new URLSearchParams({ member: memberId, to: button.path })}` }
  return {
    ...content,
    ...(content.button && { button: linked(content.button) }),
    paragraphs: content.paragraphs.map((each) =>
      typeof each !== 'string' && 'path' in each ? linked(each) : each,
    ),
  }
}
