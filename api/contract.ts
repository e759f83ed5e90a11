import type { z } from 'zod'
import type { Actor, Person } from '#domain/actor.ts'
import type { Role } from '#db/tables.ts'
import type { ApiContext } from './context.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may make a call: everybody, everybody who is signed in, or the people of these roles. */
export type Access = 'everyone' | 'signed in' | readonly Role[]

/** What a call is asked, after it was found that this person may ask. */
type CallContext<Body, Query, Who extends Access> = {
  c: ApiContext
  actor: Who extends 'everyone' ? Actor : Person
  /** A parameter of the path, as it was sent. */
  parameter: string
  /** The body after the call's schema. */
  body: Body
  query: Query
}

/** A list that is part of a longer one, or all of it. */
export class CountedItems<Items> {
  readonly items: Items
  readonly total: number
  constructor(items: Items, total: number) {
    this.items = items
    this.total = total
  }
}

/** An example that the reference shows and a test replays. Its ids stand for real ones. */
export type Example = { parameter?: string; query?: string; body?: unknown; answer: unknown }

type CallSpec<
  Body extends z.ZodType,
  Query extends z.ZodObject,
  Answer extends z.ZodType,
  Who extends Access,
> = {
  method: Method
  /** With at most one parameter, in braces: `/classes/{id}`. */
  path: string
  /** One word for the call, unique in the contract. */
  name: string
  group: string
  summary: string
  /** What a reader should know beyond the summary. */
  notes?: string
  access: Who
  /** Only the cookie says who asks: a bearer token is not looked at. */
  cookieOnly?: true
  /** The call itself tells whether a new account has its member record. */
  leavesMembership?: true
  /** The JSON body; without it, whatever is sent is not read. */
  body?: Body
  /** The call reads a picture of a form instead. */
  upload?: true
  /** The parameters after the question mark; each at most once. */
  query?: Query
  answer: Answer
  /** The same for whoever asks. */
  isPublic?: true
  /** `X-Total-Count` says how many there are in all. */
  counted?: true
  /** Statuses of refusal that do not follow from the rest. */
  refusals?: readonly number[]
  /** The wire's words for fields that the club's operations name otherwise. */
  fields?: Record<string, string>
  /** Throws `not-found` when the address names nothing: asked when the body is refused, since that counts first. */
  exists?: (actor: Person, parameter: string) => unknown
  example: Example
  /** The operation of the club behind the call. */
  operation: string
  handle: (
    asked: CallContext<z.output<Body>, z.output<Query>, Who>,
  ) => Promise<z.input<Answer> | CountedItems<z.input<Answer>>>
}

export type CallDefinition = Omit<CallSpec<z.ZodType, z.ZodObject, z.ZodType, Access>, 'handle'> & {
  handle: (asked: CallContext<unknown, unknown, Access>) => Promise<unknown>
}

/** Calls that are documented together, and what holds for all of them. */
export type Contract = {
  calls: readonly CallDefinition[]
  /** What follows the club's name in the title of its reference. */
  title: string
  introduction: string
  /** Where its reference is, below /api. */
  referencePath: string
  /** What a program needs after a refusal, in the contract's words; facts without a word of it stay inside. */
  presentFacts: (facts: Record<string, unknown>) => Record<string, unknown>
}

/** One call of the contract. The types of its body and answer follow from their schemas. */
export function defineCall<
  Body extends z.ZodType = z.ZodType,
  Query extends z.ZodObject = z.ZodObject,
  Answer extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(definition: CallSpec<Body, Query, Answer, Who>): CallDefinition {
  return definition as unknown as CallDefinition
}
