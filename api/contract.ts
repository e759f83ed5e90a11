import type { z } from 'zod'
import type { Actor, Person } from '#domain/actor.ts'
import type { Permission } from '#domain/permissions.ts'
import type { ApiContext } from './context.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Access to a call: everyone, everyone signed in, or people with a permission. */
export type Access = 'everyone' | 'signed in' | Permission

/** Whether a call needs a permission, beyond being signed in. */
export const isRestricted = (access: Access): access is Permission =>
  access !== 'everyone' && access !== 'signed in'

/** Context of a handler, after access was checked. */
type CallContext<Body, Query, Who extends Access> = {
  c: ApiContext
  actor: Who extends 'everyone' ? Actor : Person
  /** The parameter of the path, as sent. */
  parameter: string
  /** The validated body. */
  body: Body
  query: Query
}

/** A page of a list, with the total. */
export class CountedItems<Items> {
  readonly items: Items
  readonly total: number
  constructor(items: Items, total: number) {
    this.items = items
    this.total = total
  }
}

/** An example, shown in the reference and replayed by a test. Its ids are placeholders. */
export type Example = { parameter?: string; query?: string; body?: unknown; answer: unknown }

type CallSpec<
  Body extends z.ZodType,
  Query extends z.ZodObject,
  Answer extends z.ZodType,
  Who extends Access,
> = {
  method: Method
  /** With at most one parameter in braces, such as `/classes/{id}`. */
  path: string
  /** Name of the call, unique in the contract. */
  name: string
  group: string
  summary: string
  /** Details beyond the summary. */
  notes?: string
  access: Who
  /** Accepts only the session cookie; ignores bearer tokens. */
  cookieOnly?: true
  /** The handler creates a missing member record itself. */
  leavesMembership?: true
  /** Schema of the JSON body. Without it the body is ignored. */
  body?: Body
  /** The body is a multipart form with one file: a picture in the field `image`, or another one in `file`. */
  upload?: 'image' | 'file'
  /** Schema of the other fields of a multipart form. */
  form?: z.ZodObject
  /** Query parameters; each at most once. */
  query?: Query
  answer: Answer
  /** The response does not depend on the actor. */
  isPublic?: true
  /** The header `X-Total-Count` carries the total. */
  counted?: true
  /** Statuses of refusals that cannot be derived from the rest. */
  refusals?: readonly number[]
  /** Names in the contract of input fields that the domain names differently. */
  fields?: Record<string, string>
  /**
   * Throws `not-found` if the resource does not exist. Run when the body is invalid, because 404 precedes
   * 422.
   */
  exists?: (actor: Person, parameter: string) => unknown
  example: Example
  /** The domain operation behind the call. */
  operation: string
  handle: (
    context: CallContext<z.output<Body>, z.output<Query>, Who>,
  ) => Promise<z.input<Answer> | CountedItems<z.input<Answer>>>
}

export type CallDefinition = Omit<CallSpec<z.ZodType, z.ZodObject, z.ZodType, Access>, 'handle'> & {
  handle: (context: CallContext<unknown, unknown, Access>) => Promise<unknown>
}

/** Calls that are documented together, with what they have in common. */
export type Contract = {
  calls: readonly CallDefinition[]
  /** Title of the reference, after the club's name. */
  title: string
  introduction: string
  /** Path of the reference, below /api. */
  referencePath: string
  /** Maps the facts of a refusal to the contract's names; other facts are not exposed. */
  presentFacts: (facts: Record<string, unknown>) => Record<string, unknown>
}

/** Defines a call. The types of body and response are inferred from the schemas. */
export function defineCall<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(definition: CallSpec<Body, Query, Answer, Who>): CallDefinition {
  return definition as unknown as CallDefinition
}
