import { DomainError } from '#domain/errors.ts'
import type { Problem } from './form-problem.ts'

type Form = FormData | URLSearchParams
/** What was typed into a form, by the field's name. */
export type Typed = Record<string, string[]>

/**
 * Does the work of a form; when the club refuses it, what was typed goes back with the refusal, so that a page
 * without scripts shows it again.
 */
export async function keepTyped<Result>(form: Form, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DomainError) error.facts.typed = typedOf(form)
    throw error
  }
}

function typedOf(form: Form): Typed {
  const typed: Typed = {}
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') (typed[name] ??= []).push(value)
  }
  return typed
}

/** What was typed before the refusal; undefined for a fresh form. */
export function typedIn(problem: Problem | null): Typed | undefined {
  return problem?.facts.typed as Typed | undefined
}
