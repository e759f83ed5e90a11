import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.ts'
import { can, permissions, type Permission } from '#domain/permissions.ts'
import { applyToBeTrainer } from '#domain/trainers/applications.server.ts'
import { cookieFor, useApi } from '#tests/api-server.ts'
import { useDatabase } from '#tests/database.ts'
import { createAdmin, createMember, createTrainerWithSlots } from '#tests/factories.ts'
import { createFixtures, fillPlaceholders, type PlaceholderValues } from '#tests/pages/fixtures.ts'
import { testUsers, parseAccessMatrix } from '#tests/pages/role-matrix.ts'
import { allCalls } from './index.ts'

useDatabase()
const club = useApi()

// Access of each role to each call when everything else about it is wrong: unknown ids, an empty body. A role
// decides about 401 and 403; 404, 409 and 422 come after it.
const roles = ['visitor', 'member', 'applied', 'trainer', 'admin'] as const
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
  'GET /v1/week': [401, 200, 200, 200, 200],
  'GET /v1/week/trainer': [401, 403, 403, 200, 403],
  'GET /v1/lessons/{id}': [401, 404, 404, 404, 404],
  'GET /v1/lessons/{id}/free-dates': [401, 404, 404, 404, 404],
  'POST /v1/lessons/{id}/move': [401, 404, 404, 404, 404],
  'POST /v1/lessons/{id}/cancel': [401, 404, 404, 404, 404],
  'POST /v1/lessons/{id}/call-off': [401, 403, 403, 404, 404],
  'GET /v1/lessons': [401, 403, 403, 403, 200],
  'GET /v1/bookings/{id}/make-ups': [401, 403, 403, 403, 404],
  'POST /v1/bookings/{id}/make-ups': [401, 403, 403, 403, 404],
  'POST /v1/make-ups/{id}/refund': [401, 403, 403, 403, 404],
  'GET /v1/make-ups': [401, 200, 200, 200, 200],
  'GET /v1/make-ups/{id}/free-dates': [401, 404, 404, 404, 404],
  'POST /v1/make-ups/{id}/redeem': [401, 404, 404, 404, 404],
  'GET /v1/trainers/{id}/slots': [404, 404, 404, 404, 404],
  'GET /v1/timetable': [200, 200, 200, 200, 200],
  'GET /v1/timetable/{id}': [404, 404, 404, 404, 404],
  'POST /v1/timetable/{id}/book': [401, 404, 404, 404, 404],
  'POST /v1/timetable/{id}/give-back': [401, 404, 404, 404, 404],
  'GET /v1/offers': [200, 200, 200, 200, 200],
  'GET /v1/orders': [401, 200, 200, 200, 200],
  'GET /v1/orders/{id}': [401, 404, 404, 404, 404],
  'POST /v1/orders': [401, 422, 422, 422, 422],
  'DELETE /v1/orders/{id}': [401, 404, 404, 404, 404],
  'POST /v1/orders/{id}/intent': [401, 404, 404, 404, 404],
  'POST /v1/orders/{id}/payment': [401, 404, 404, 404, 404],
  'POST /v1/sales': [401, 403, 403, 403, 422],
  'GET /v1/codes': [401, 403, 403, 403, 200],
  'POST /v1/codes': [401, 403, 403, 403, 422],
  'POST /v1/codes/{id}/end': [401, 403, 403, 403, 404],
  'GET /v1/bookings': [401, 200, 200, 200, 200],
  'GET /v1/bookings/{id}': [401, 404, 404, 404, 404],
  'GET /v1/bookings/{id}/dates': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/renew': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/decline-renewal': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/undo-decline': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/preview-pause': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/pause': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/cool-off': [401, 404, 404, 404, 404],
  'GET /v1/bookings/{id}/closing': [401, 403, 403, 404, 404],
  'POST /v1/bookings/{id}/close': [401, 403, 403, 404, 404],
  'POST /v1/bookings/{id}/reopen': [401, 403, 403, 404, 404],
  'GET /v1/covers/open': [401, 403, 403, 403, 200],
  'GET /v1/covers/available': [401, 403, 403, 200, 403],
  'GET /v1/lessons/{id}/free-trainers': [401, 403, 403, 403, 404],
  'POST /v1/lessons/{id}/cover': [401, 403, 403, 404, 404],
  'POST /v1/timetable/{id}/cover': [401, 403, 403, 404, 404],
  'GET /v1/closures': [401, 403, 403, 403, 200],
  'POST /v1/closures': [401, 403, 403, 403, 422],
  'POST /v1/closures/preview': [401, 403, 403, 403, 422],
  'DELETE /v1/closures/{id}': [401, 403, 403, 403, 404],
  'GET /v1/absences': [401, 403, 403, 200, 200],
  'POST /v1/absences': [401, 403, 403, 422, 422],
  'POST /v1/absences/preview': [401, 403, 403, 422, 422],
  'POST /v1/absences/preview-classes': [401, 403, 403, 422, 422],
  'DELETE /v1/absences/{id}': [401, 403, 403, 404, 404],
  'GET /v1/calendar': [401, 200, 200, 200, 200],
  'POST /v1/calendar/renew': [401, 200, 200, 200, 200],
  'POST /v1/bookings/{id}/card-setup': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/renew-automatically': [401, 404, 404, 404, 404],
  'POST /v1/bookings/{id}/stop-renewing': [401, 404, 404, 404, 404],
  'GET /v1/membership': [401, 404, 404, 404, 404],
  'POST /v1/membership/cancel': [401, 404, 404, 404, 404],
  'POST /v1/membership/keep': [401, 404, 404, 404, 404],
  'POST /v1/membership/pause': [401, 422, 422, 422, 422],
  'POST /v1/membership/end-pause': [401, 404, 404, 404, 404],
  'POST /v1/membership/card-setup': [401, 404, 404, 404, 404],
  'POST /v1/membership/card': [401, 422, 422, 422, 422],
  'GET /v1/profile': [401, 200, 200, 200, 200],
  'PATCH /v1/profile': [401, 200, 200, 200, 200],
  'POST /v1/imports': [401, 403, 403, 403, 415],
  'GET /v1/imports/{id}': [401, 403, 403, 403, 404],
  'GET /v1/imports/{id}/rows': [401, 403, 403, 403, 404],
  'GET /v1/imports/{id}/values': [401, 403, 403, 403, 404],
  'PUT /v1/imports/{id}/values': [401, 403, 403, 403, 404],
  'POST /v1/imports/{id}/start': [401, 403, 403, 403, 404],
  'POST /v1/imports/{id}/undo': [401, 403, 403, 403, 404],
  'DELETE /v1/imports/{id}': [401, 403, 403, 403, 404],
}

const cookies: Partial<Record<(typeof roles)[number], string>> = {}
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
  expect(Object.keys(matrix).sort()).toEqual(allCalls.map(({ method, path }) => `${method} ${path}`).sort())
})

for (const [call, expected] of Object.entries(matrix))
  test(`${call} goes as far as each role may`, async () => {
    const [method = '', path = ''] = call.split(' ')
    const address = path.replace('{id}', crypto.randomUUID()).replace('{email}', 'nobody@club.example')
    const reached: number[] = []
    for (const who of roles) {
      const as = cookies[who] ?? ''
      const { status } = await club.send(method, address, method === 'GET' ? { as } : { as, body: {} })
      reached.push(status)
    }
    expect(reached).toEqual(expected)
  })

test('reception goes as far as an admin where its duty says so, and as far as a member everywhere else', async () => {
  const person = await createMember()
  await db.updateTable('members').set({ duty: 'reception' }).where('userId', '=', person.id).execute()
  const as = await cookieFor(person)
  const wrong: string[] = []
  for (const { method, path, access } of allCalls) {
    const [, member, , , admin] = matrix[`${method} ${path}`]!
    const isOffice = access in permissions && can({ role: 'member', duty: 'reception' }, access as Permission)
    const address = path.replace('{id}', crypto.randomUUID()).replace('{email}', 'nobody@club.example')
    const { status } = await club.send(method, address, method === 'GET' ? { as } : { as, body: {} })
    if (status !== (isOffice ? admin : member)) wrong.push(`${method} ${path}: ${status}`)
  }
  expect(wrong).toEqual([])
})

// Ownership for every call that names a thing. Member A and trainer A own the names in braces, as in
// tests/pages/read-access-matrix.ts; a name stands for a new thing in every cell that changes one.
const belongings = parseAccessMatrix(
  `
# method  path                      body                                                          visitor  A  B  applied  trainerA  trainerB  admin
POST      /jwt                      {"email":"{emailA}"}                                          401 200 403 403 403 403 403
POST      /jwt                      {"email":"{newEmail}"}                                        401 403 403 403 403 403 403
POST      /users                    {"name":"Ada","email":"{emailA}"}                             401 200 403 403 403 403 403
POST      /users                    {"name":"Ada","email":"{emailA}","role":"admin"}              401 403 403 403 403 403 403
GET       /users/{emailA}           -                                                             401 200 404 404 404 404 members.read:200
GET       /users/{newEmail}         -                                                             401 404 404 404 404 404 404
PUT       /user/{emailA}            {"name":"Ada","role":"admin"}                                 401 200 404 404 404 404 404
PATCH     /beTrainer/{emailA}       {"name":"Ada","age":4,"available_day":2,"available_week":["Monday"]} 401 200 404 404 404 404 404
PUT       /addTrainer/{appliedEmail} {}                                                           401 403 403 403 403 403 200
PUT       /addTrainer/{emailA}      {}                                                            401 403 403 403 403 403 409
GET       /trainers/{trainer}       -                                                             200 200 200 200 200 200 200
GET       /classes/{class}          -                                                             200 200 200 200 200 200 200
POST      /cartClass                {"cls":{"_id":"{slot}"}}                                      401 200 200 200 409 200 200
POST      /cartClass                {"cls":{"_id":"{soldSlot}"}}                                  401 409 409 409 409 409 409
POST      /cartClass                {"cls":{"_id":"{slot}"},"buyer_email":"{emailA}"}             401 200 403 403 403 403 403
POST      /cartClass                {"cls":{"_id":"{none}"}}                                      401 404 404 404 404 404 404
GET       /cartClass/{paid}         -                                                             401 200 404 404 404 404 404
PUT       /cartClass/{held}         {"status":"gold"}                                             401 200 404 404 404 404 404
PUT       /cartClass/{held}         {"status":"gold","price":1}                                   401 409 404 404 404 404 404
PUT       /cartClass/{paid}         {"status":"gold"}                                             401 409 404 404 404 404 404
DELETE    /cartClass/{held}         -                                                             401 200 404 404 404 404 404
DELETE    /cartClass/{paid}         -                                                             401 409 404 404 404 404 404
POST      /create-payment-intent    {"price":70,"bookedId":"{paying}"}                            401 200 404 404 404 404 404
POST      /create-payment-intent    {"price":1,"bookedId":"{paying}"}                             401 409 404 404 404 404 404
POST      /create-payment-intent    {"price":70,"bookedId":"{none}"}                              401 404 404 404 404 404 404
POST      /payments                 {"transctionID":"{intent}"}                                   401 409 404 404 404 404 404
POST      /payments                 {"transctionID":"{intent}","email":"{emailA}"}                401 409 403 403 403 403 403
POST      /payments                 {"transctionID":"pi_of_nobody"}                               401 404 404 404 404 404 404
# as with Stripe, whoever holds the secret pays; only the buyer is given it
POST      /sandbox/confirm          {"clientSecret":"{secret}","card":{"number":"4242424242424242","exp_month":12,"exp_year":2060,"cvc":"123"}} 401 200 200 200 200 200 200
POST      /sandbox/challenge        {"clientSecret":"{secret}","pass":true}                       401 409 409 409 409 409 409
POST      /sandbox/challenge        {"clientSecret":"secret_of_nothing","pass":true}              401 404 404 404 404 404 404
PATCH     /updateFourm/{post}       {"click":"like"}                                              401 200 200 200 200 200 200
DELETE    /newsletters/{subscriber} -                                                             401 403 403 403 403 403 200
GET       /v1/lessons/{lesson}      -                                                             401 200 404 404 200 404 lessons.readAll:200
GET       /v1/lessons/{lesson}/free-dates -                                                       401 200 404 404 404 404 404
POST      /v1/lessons/{lesson}/move {"day":"2030-01-01","startHour":6}                            401 409 404 404 404 404 404
POST      /v1/lessons/{lesson}/cancel -                                                           401 200 404 404 404 404 404
POST      /v1/lessons/{lesson}/call-off {}                                                        401 403 403 403 200 404 200
GET       /v1/make-ups/{makeUp}/free-dates -                                                      401 200 404 404 404 404 404
POST      /v1/make-ups/{makeUp}/redeem {"day":"2030-01-01","startHour":6}                         401 409 404 404 404 404 404
GET       /v1/bookings/{paid}/make-ups -                                                          401 403 403 403 403 403 200
GET       /v1/bookings/{held}/make-ups -                                                          401 403 403 403 403 403 404
POST      /v1/bookings/{datedMonth}/make-ups {"reason":"Ill","requestKey":"of-this-form"}         401 403 403 403 403 403 200
POST      /v1/make-ups/{makeUp}/refund {"reason":"Ill"}                                           401 403 403 403 403 403 200
GET       /v1/lessons?memberId={personA} -                                                        lessons.readAll 200
GET       /v1/bookings/{paid}       -                                                             401 200 404 404 404 404 404
GET       /v1/bookings/{held}       -                                                             401 200 404 404 404 404 404
GET       /v1/bookings/{held}/dates -                                                             401 200 404 404 404 404 404
POST      /v1/bookings/{paid}/renew {"priceCents":5000}                                           401 409 404 404 404 404 404
POST      /v1/bookings/{paid}/decline-renewal {}                                                  401 200 404 404 404 404 404
POST      /v1/bookings/{ended}/undo-decline {}                                                    401 409 404 404 404 404 404
POST      /v1/bookings/{paid}/preview-pause {"fromDay":"2030-01-01","untilDay":"2030-01-02"}      401 409 404 404 404 404 404
POST      /v1/bookings/{paid}/pause {"fromDay":"2030-01-01","untilDay":"2030-01-02"}              401 409 404 404 404 404 404
POST      /v1/bookings/{paid}/cool-off {}                                                         401 200 404 404 404 404 404
GET       /v1/bookings/{paid}/closing -                                                           401 403 403 403 200 404 200
POST      /v1/bookings/{paid}/close {}                                                            401 403 403 403 200 404 200
POST      /v1/bookings/{paid}/reopen {}                                                           401 403 403 403 409 404 409
GET       /v1/lessons/{wantedHour}/free-trainers -                                                401 403 403 403 403 403 200
POST      /v1/lessons/{wantedHour}/cover {}                                                       401 403 403 403 409 200 422
POST      /v1/lessons/{wantedHour}/cover {"trainerId":"{otherTrainer}"}                           401 403 403 403 403 200 200
DELETE    /v1/closures/{closure}    -                                                             401 403 403 403 403 403 200
POST      /v1/absences              {"fromDay":"{freeDay}","untilDay":"{freeDay}","trainerId":"{otherTrainer}"} 401 403 403 403 403 200 200
DELETE    /v1/absences/{absence}    -                                                             401 403 403 403 200 404 200
`,
  10,
  '401',
)

for (const { route: method, address, body, expected } of belongings)
  test(`${method} ${address} ${body} is for those whose it is`, async () => {
    const cast = await createFixtures()
    const seen: string[] = []
    const shared: PlaceholderValues = new Map()
    for (const who of testUsers) {
      // what is only read is the same for all
      const names: PlaceholderValues = method === 'GET' ? shared : new Map()
      const path = await fillPlaceholders(address, cast, who, names)
      const sent = body === '-' ? {} : { body: await fillPlaceholders(body, cast, who, names) }
      const { status } = await club.send(method, path, { as: cast.cookies[who], ...sent })
      seen.push(String(status))
    }
    expect(seen, seen.join(' ')).toEqual(expected)
  })
