import { z } from 'zod'
import { CountedItems, defineCall } from '#api/contract.ts'
import { createdAt, deleted, identifier, inserted, lengthOf } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { deleteSubscriber, listSubscribers } from '#domain/newsletter/subscribers.server.ts'
import { subscribeInput } from '#domain/newsletter/subscription.input.ts'
import { subscribe } from '#domain/newsletter/subscription.server.ts'
import { limitNewsletter } from '#platform/rate-limits/rate-limits.ts'
import { exampleSubscriber } from './examples.ts'

const subscriber = z
  .strictObject({
    _id: identifier,
    name: z.string(),
    email: z.string(),
    createdAt,
    confirmedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Subscriber' })

const { name, email } = subscribeInput.shape
const subscription = z.object({
  name: name.meta({ type: 'string', ...lengthOf({ least: 0, most: bounds.personName.most }) }),
  email: email.meta({ type: 'string', format: 'email', maxLength: bounds.email.most }),
})

export const newsletterCalls = [
  defineCall({
    method: 'POST',
    path: '/newsletters',
    name: 'subscribe',
    group: 'Newsletter',
    summary: 'Subscribe to the newsletter',
    notes:
      'The newsletter starts once the address is confirmed through a link sent to it. A known address gets the same response as a new one, with its id. The name is optional. Ten per hour from one network.',
    access: 'everyone',
    body: subscription,
    answer: inserted,
    refusals: [429],
    example: {
      body: { name: exampleSubscriber.name, email: exampleSubscriber.email },
      answer: { insertedId: exampleSubscriber._id },
    },
    operation: 'subscribe',
    handle: async ({ c, body }) => {
      await limitNewsletter(c.var.address)
      const { id } = await subscribe(body)
      return { insertedId: id }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/newsletters',
    name: 'listSubscribers',
    group: 'Newsletter',
    summary: 'List the subscribers',
    notes: 'Newest first; up to 1,000.',
    access: 'subscribers.manage',
    answer: z.array(subscriber),
    counted: true,
    example: { answer: [exampleSubscriber] },
    operation: 'listSubscribers',
    handle: async ({ actor }) => {
      const { items, total } = await listSubscribers(actor, { limit: 1000 })
      const presented = items.map(({ id, createdAt: since, ...rest }) => ({
        _id: id,
        name: rest.name,
        email: rest.email,
        createdAt: since.toISOString(),
        confirmedAt: rest.confirmedAt?.toISOString() ?? null,
      }))
      return new CountedItems(presented, total)
    },
  }),
  defineCall({
    method: 'DELETE',
    path: '/newsletters/{id}',
    name: 'deleteSubscriber',
    group: 'Newsletter',
    summary: 'Delete a subscriber',
    notes: 'Already gone: deletedCount 0.',
    access: 'subscribers.manage',
    answer: deleted,
    refusals: [404],
    example: { parameter: exampleSubscriber._id, answer: { deletedCount: 1 } },
    operation: 'deleteSubscriber',
    handle: async ({ actor, parameter }) => {
      const { count } = await deleteSubscriber(actor, parameter)
      return { deletedCount: count }
    },
  }),
]
