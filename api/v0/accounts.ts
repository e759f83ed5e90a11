import { z } from 'zod'
import { defineCall } from '#api/contract.ts'
import {
  createdAt,
  parseEmailParameter,
  identifier,
  acceptedButUnused,
  modified,
  ownEmail,
  picture,
  presentPicture,
  requireOwnIdentity,
  lengthOf,
  rangeOf,
} from '#api/wire.ts'
import { texts } from '#copy/texts.ts'
import { DomainError } from '#core/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { ensureMember } from '#domain/members/join-club.server.ts'
import { bloodGroups, emailAddress, profileInput } from '#domain/members/members.input.ts'
import { getAccount, updateProfile, type AccountRecord } from '#domain/members/profile.server.ts'
import { getTrainer } from '#domain/trainers/trainers.server.ts'
import { issueToken, requireOwnEmail } from '#sign-in/sessions/actor.server.ts'
import { exampleMember, exampleMemberEmail } from './examples.ts'
import { presentSlot, slot } from './slots.ts'

const roles = z.enum(['admin', 'trainer', 'member', 'applied'], {
  error: 'A role is admin, trainer, member or applied.',
})

const account = z
  .strictObject({
    _id: identifier,
    name: z.string(),
    email: z.string(),
    img: picture,
    role: roles,
    slots: z.array(slot).meta({ description: 'The trainer’s own slots; empty for everyone else.' }),
    height: z.int().nullable().meta({ description: 'In centimetres.' }),
    age: z.int().nullable(),
    blood: z.enum([...bloodGroups, '']),
    skills: z.array(z.enum(texts.skills)),
    description: z.string(),
    createdAt,
  })
  .meta({ id: 'Account' })

const presentAccount = (found: AccountRecord, slots: z.input<typeof slot>[]): z.input<typeof account> => ({
  _id: found.id,
  name: found.name,
  email: found.email,
  img: presentPicture(found.portrait),
  role: found.role,
  slots,
  height: found.heightCm,
  age: found.age,
  blood: found.bloodGroup ?? '',
  skills: found.skills,
  description: found.description,
  createdAt: found.createdAt.toISOString(),
})

const { name, heightCm, age, bloodGroup, skills, description } = profileInput.shape
const optionalNumber = { type: ['integer', 'null'] }

const profile = z.object({
  name: name.meta(lengthOf(bounds.personName)),
  height: heightCm.meta({ ...optionalNumber, ...rangeOf(bounds.heightCm), description: 'In centimetres.' }),
  age: age.meta({ ...optionalNumber, ...rangeOf(bounds.age), description: 'In years.' }),
  blood: bloodGroup.meta({ enum: [...bloodGroups, ''] }),
  skills: skills.meta({ type: 'array', items: { enum: [...texts.skills] } }),
  description: description.meta({ type: 'string', ...lengthOf(bounds.profileDescription) }),
})

const newMember = z.object({
  name: acceptedButUnused('the name of your account.'),
  email: ownEmail,
  role: roles
    .optional()
    .meta({ description: 'New people join as members; any role other than your own: 403.' }),
})

export const accountCalls = [
  defineCall({
    method: 'POST',
    path: '/jwt',
    name: 'issueToken',
    group: 'People',
    summary: 'Get a bearer token for your own address',
    notes:
      'Requires the session cookie. Valid for 10 minutes, or until the session ends or the role changes. All other calls accept it as ‘Authorization: Bearer …’. Another person’s address: 403.',
    access: 'signed in',
    cookieOnly: true,
    leavesMembership: true,
    body: z.object({ email: emailAddress.meta({ format: 'email', maxLength: bounds.email.most }) }),
    answer: z.strictObject({ token: z.string() }),
    refusals: [403],
    example: {
      body: { email: exampleMemberEmail },
      answer: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI…' },
    },
    operation: 'issueToken',
    handle: async ({ actor, body: { email } }) => ({ token: await issueToken(actor, email) }),
  }),
  defineCall({
    method: 'POST',
    path: '/users',
    name: 'joinClub',
    group: 'People',
    summary: 'Create your member record',
    notes:
      '`insertedId` is set if this call created it. If it already existed, `insertedId` is null and `message` says so.',
    access: 'signed in',
    leavesMembership: true,
    body: newMember,
    answer: z.strictObject({ insertedId: identifier.nullable(), message: z.string().optional() }),
    refusals: [403],
    example: {
      body: { name: exampleMember.name, email: exampleMemberEmail, role: 'member' },
      answer: { insertedId: exampleMember._id },
    },
    operation: 'ensureMember',
    handle: async ({ actor, body: { email, role } }) => {
      requireOwnIdentity(actor, email)
      if (role !== undefined && role !== actor.role)
        throw new DomainError('forbidden', 'New people join as members. The club gives other roles.')
      const { made } = await ensureMember(actor.id)
      if (made) return { insertedId: actor.id }
      return { insertedId: null, message: 'This person is already a member of the club.' }
    },
  }),
  defineCall({
    method: 'GET',
    path: '/users/{email}',
    name: 'getAccount',
    group: 'People',
    summary: 'Get your own record; for admins, anyone’s',
    access: 'signed in',
    answer: account,
    refusals: [404],
    example: { parameter: exampleMemberEmail, answer: exampleMember },
    operation: 'getAccount',
    handle: async ({ actor, parameter }) => {
      const found = await getAccount(actor, parseEmailParameter(parameter))
      const trainer = found.trainerId === null ? null : await getTrainer(actor, found.trainerId)
      return presentAccount(found, trainer?.slots.map(presentSlot) ?? [])
    },
  }),
  defineCall({
    method: 'PUT',
    path: '/user/{email}',
    name: 'updateProfile',
    group: 'People',
    summary: 'Save your own profile',
    notes: 'Missing fields keep their values. Saving unchanged values counts as a change.',
    access: 'signed in',
    body: profile,
    answer: modified,
    refusals: [404],
    exists: requireOwnEmail,
    example: {
      parameter: exampleMemberEmail,
      body: {
        name: exampleMember.name,
        height: 172,
        age: 34,
        blood: 'O+',
        skills: ['Patience'],
        description: 'Mornings only.',
      },
      answer: { modifiedCount: 1 },
    },
    operation: 'updateProfile',
    handle: async ({ actor, parameter, body: { height, blood, ...rest } }) => {
      const person = requireOwnEmail(actor, parameter)
      await updateProfile(person, { ...rest, heightCm: height, bloodGroup: blood })
      return { modifiedCount: 1 }
    },
  }),
]
