import type { DomainErrorCode, FieldErrors as Messages } from '#core/errors.ts'
import type { FieldErrors } from './form-errors.tsx'

export type Problem = {
  code: DomainErrorCode
  message: string
  errors: Messages
  facts: Record<string, unknown>
  /** What was typed, as a form sends it. */
  typed?: string
}

/** What an action answers when the form must be shown again. */
export type FormProblem = { problem: Problem }

/** What an error boundary finds in `error.data` when the club refused, or something broke. */
export type Failure = {
  code: DomainErrorCode | 'broken'
  message: string
  /** The request's id, by which its lines in the log are found. */
  reference: string
}

/** What went wrong with a form, when its action answered that; null otherwise. */
export function problemOf(actionData: unknown): Problem | null {
  if (typeof actionData !== 'object' || actionData === null || !('problem' in actionData)) return null
  return actionData.problem as Problem
}

/** One message a field: all that is wrong with it, sentence after sentence. */
export function fieldMessages(problem: Problem | null): FieldErrors {
  const entries = Object.entries(problem?.errors ?? {}).filter(([field]) => field !== '')
  return Object.fromEntries(entries.map(([field, messages]) => [field, messages.map(asSentence).join(' ')]))
}

const asSentence = (message: string, _: number, all: string[]) =>
  all.length > 1 && !/[.!?]$/.test(message) ? `${message}.` : message

/** What is wrong with the form as a whole; null when the fields say it. */
export function formMessage(problem: Problem | null): string | null {
  if (problem === null) return null
  return Object.keys(fieldMessages(problem)).length > 0 ? null : problem.message
}

/** What was typed before the refusal, for a page without scripts to show again; undefined for a fresh form. */
export function submittedValues(problem: Problem | null): URLSearchParams | undefined {
  return problem?.typed === undefined ? undefined : new URLSearchParams(problem.typed)
}

/**
 * What the form says that its sender saw: what it was opened with or, after a refusal because it was saved meanwhile in
 * another window, what is there now, so that sending once more puts it through.
 */
export function submittedVersion(problem: Problem | null, opened: string): string {
  return String(problem?.facts.seen ?? submittedValues(problem)?.get('seen') ?? opened)
}
