import type { DomainErrorCode, FieldErrors as Messages } from '#core/errors.ts'
import type { FieldErrors } from './form-errors.tsx'

export type Problem = {
  code: DomainErrorCode
  message: string
  errors: Messages
  facts: Record<string, unknown>
  /** The submitted values, URL-encoded. */
  typed?: string
}

/** Returned by an action whose form must be shown again. */
export type FormProblem = { problem: Problem }

/** The `error.data` of an error boundary, after a refusal or an internal error. */
export type Failure = {
  code: DomainErrorCode | 'broken'
  message: string
  /** The request's id, which its log lines carry. */
  reference: string
}

/** Returns the problem in an action's data, or null. */
export function problemOf(actionData: unknown): Problem | null {
  if (typeof actionData !== 'object' || actionData === null || !('problem' in actionData)) return null
  return actionData.problem as Problem
}

/** Returns one message for each field, which joins all its errors. */
export function fieldMessages(problem: Problem | null): FieldErrors {
  const entries = Object.entries(problem?.errors ?? {}).filter(([field]) => field !== '')
  return Object.fromEntries(entries.map(([field, messages]) => [field, messages.map(asSentence).join(' ')]))
}

const asSentence = (message: string, _: number, all: string[]) =>
  all.length > 1 && !/[.!?]$/.test(message) ? `${message}.` : message

/** Returns the error of the form as a whole; null when it belongs to fields. */
export function formMessage(problem: Problem | null): string | null {
  if (problem === null) return null
  return Object.keys(fieldMessages(problem)).length > 0 ? null : problem.message
}

/** Returns the values of the refused submission, for a page without scripts; undefined for a fresh form. */
export function submittedValues(problem: Problem | null): URLSearchParams | undefined {
  return problem?.typed === undefined ? undefined : new URLSearchParams(problem.typed)
}

/**
 * Returns the version that the form is based on, for optimistic locking. After a conflict it is the current
 * version, so that submitting again overwrites it.
 */
export function submittedVersion(problem: Problem | null, opened: string): string {
  return String(problem?.facts.version ?? submittedValues(problem)?.get('version') ?? opened)
}
