import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import { lengthOf } from '#api/wire.ts'
import { bounds } from '#domain/bounds.ts'
import { contactDetailsInput } from '#domain/members/members.input.ts'
import { getAccount, updateProfile } from '#domain/members/profile.server.ts'
import { exampleMemberName } from './examples.ts'

const telephoneSchema = { type: 'string' as const, ...lengthOf(bounds.telephone) }
const preferredNameSchema = {
  type: 'string' as const,
  ...lengthOf(bounds.preferredName),
  description: 'How letters and the dashboard greet you; empty: by the first word of the name.',
}

const profile = z
  .strictObject({
    name: z.string(),
    telephone: z.string().meta(telephoneSchema),
    preferredName: z.string().meta(preferredNameSchema),
  })
  .meta({ id: 'ContactProfile' })

const changes = z.object({
  telephone: contactDetailsInput.shape.telephone.optional().meta(telephoneSchema),
  preferredName: contactDetailsInput.shape.preferredName.optional().meta(preferredNameSchema),
})

const example = { name: exampleMemberName.name, telephone: '+49 30 123456', preferredName: 'Adi' }

export const profileCalls = [
  defineCall({
    method: 'GET',
    path: '/v1/profile',
    name: 'getProfile',
    group: 'Profile',
    summary: 'Get your own telephone and how you are greeted',
    access: 'signed in',
    answer: profile,
    example: { answer: example },
    operation: 'getAccount',
    handle: async ({ actor }) => present(await getAccount(actor, actor.email)),
  }),
  defineCall({
    method: 'PATCH',
    path: '/v1/profile',
    name: 'changeProfile',
    group: 'Profile',
    summary: 'Change your own telephone and how you are greeted',
    notes: 'Missing fields keep their values; to clear one, send it empty.',
    access: 'signed in',
    body: changes,
    answer: profile,
    example: { body: { telephone: example.telephone, preferredName: 'Adi' }, answer: example },
    operation: 'updateProfile',
    handle: async ({ actor, body }) => present(await updateProfile(actor, { name: actor.name, ...body })),
  }),
]

const present = ({ name, telephone, preferredName }: z.input<typeof profile>): z.input<typeof profile> => ({
  name,
  telephone,
  preferredName,
})
