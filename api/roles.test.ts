import { beforeAll, expect, test } from 'vitest'
import { applyToBeTrainer } from '../domain/trainers/applications.server.ts'
import { cookieFor, useApi } from '../tests/api-server.ts'
import { useDatabase } from '../tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '../tests/factories.ts'
import { contract } from './index.ts'

useDatabase()
const club = useApi()

// Who gets how far with each call when everything else about it is wrong: ids of nothing, an empty body.
// Getting past 401 and 403 is what a role decides; 404, 409 and 422 come after it.
const people = ['visitor', 'member', 'applied', 'trainer', 'admin'] as const
const matrix: Record<string, [number, number, number, number, number]> = {
  'POST /jwt': [401, 422, 422, 422, 422],
  'POST /users': [401, 422, 422, 422, 422],
  'GET /users/{email}': [401, 404, 404, 404, 404],
  'PUT /user/{email}': [401, 404, 404, 404, 404],
  'GET /trainers': [200, 200, 200, 200, 200],
  'GET /trainers/{id}': [404, 404, 404, 404, 404],
  'PATCH /beTrainer/{email}': [401, 404, 404, 404, 404],
  'GET /appliedTrainers': [401, 403, 403, 403, 200],
  'PUT /addTrainer/{email}': [401, 403, 403, 403, 404],
  'GET /classes': [200, 200, 200, 200, 200],
  'GET /classes/{id}': [404, 404, 404, 404, 404],
  'POST /classes': [401, 403, 403, 422, 403],
  'POST /cartClass': [401, 422, 422, 422, 422],
  'GET /cartClass/{id}': [401, 404, 404, 404, 404],
  'PUT /cartClass/{id}': [401, 404, 404, 404, 404],
  'DELETE /cartClass/{id}': [401, 404, 404, 404, 404],
  'POST /create-payment-intent': [401, 422, 422, 422, 422],
  'POST /payments': [401, 422, 422, 422, 422],
  'POST /sandbox/confirm': [401, 422, 422, 422, 422],
  'POST /sandbox/challenge': [401, 422, 422, 422, 422],
  'GET /forums': [200, 200, 200, 200, 200],
  'POST /forums': [401, 403, 403, 422, 422],
  'PATCH /updateFourm/{id}': [401, 404, 404, 404, 404],
  'GET /gallerys': [200, 200, 200, 200, 200],
  'POST /newsletters': [422, 422, 422, 422, 422],
  'GET /newsletters': [401, 403, 403, 403, 200],
  'DELETE /newsletters/{id}': [401, 403, 403, 403, 200],
  'POST /images': [401, 415, 415, 415, 415],
}

const cookies: Partial<Record<(typeof people)[number], string>> = {}
beforeAll(async () => {
  const applied = await createMember()
  await applyToBeTrainer(applied, {
    name: 'Nora Lind',
    yearsOfExperience: 4,
    hoursADay: 1,
    weekdays: ['Tuesday'],
  })
  const { person: trainer } = await createTrainerWithSlots(1)
  const cast = { member: await createMember(), applied, trainer, admin: await createAdmin() }
  for (const [role, person] of Object.entries(cast))
    cookies[role as keyof typeof cast] = await cookieFor(person)
})

test('the matrix names every call', () => {
  expect(Object.keys(matrix).sort()).toEqual(contract.map(({ method, path }) => `${method} ${path}`).sort())
})

for (const [call, expected] of Object.entries(matrix))
  test(`${call} goes as far as each role may`, async () => {
    const [method = '', path = ''] = call.split(' ')
    const address = path.replace('{id}', crypto.randomUUID()).replace('{email}', 'nobody@club.example')
    const reached: number[] = []
    for (const who of people) {
      const as = cookies[who] ?? ''
      const { status } = await club.send(method, address, method === 'GET' ? { as } : { as, body: {} })
      reached.push(status)
    }
    expect(reached).toEqual(expected)
  })
