import type { LetterContent } from './letter.ts'

/** Returns a letter about a member whose buttons ask the guardian to act for them first. */
export function linkedForGuardian(content: LetterContent, memberId: string): LetterContent {
  const linked = <Button extends { path: string }>(button: Button): Button =>
    button.path.startsWith('/dashboard')
      ? { ...button, path: `/dashboard/family?${new URLSearchParams({ member: memberId, to: button.path })}` }
      : button
  return {
    ...content,
    ...(content.button && { button: linked(content.button) }),
    paragraphs: content.paragraphs.map((each) =>
      typeof each !== 'string' && 'path' in each ? linked(each) : each,
    ),
  }
}
