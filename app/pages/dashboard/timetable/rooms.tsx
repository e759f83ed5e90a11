import { Form, Link } from 'react-router'
import { addRoom, changeRoom, listRooms, removeRoom } from '#domain/lessons/classes/rooms.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/rooms.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, 'Rooms')

export const loader = createLoader(async ({ actor, url }: Route.LoaderArgs & LoaderContext) => {
  requirePermission(actor, 'rooms.manage')
  const rooms = await listRooms(actor)
  return { rooms, changing: rooms.find(({ id }) => id === url.searchParams.get('room')) ?? null }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const room = { name: fields.get('name') ?? '', capacity: fields.get('capacity') ?? '' }
  const id = fields.get('id') ?? ''
  const intent = readIntent(fields, ['add', 'change', 'remove'])
  if (intent === 'add') await addRoom(actor, room)
  else if (intent === 'change') await changeRoom(actor, id, room)
  else await removeRoom(actor, id)
  return redirectWithToast('/dashboard/rooms', { text: texts[intent] })
})

const texts = { add: 'Room added.', change: 'Room saved.', remove: 'Room removed.' }

export { clientAction } from '#app/forms/client-action.ts'

export default function Rooms({ loaderData: { rooms, changing }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <>
      <BackLink to="/dashboard/timetable">Class times</BackLink>
      <h1>Rooms</h1>
      <p className="subtitle">Where classes are. A class has at most as many places as its room.</p>
      <CheckedForm key={changing?.id} className="room-form" method="post" problem={problem}>
        <HiddenFields values={changing ? { intent: 'change', id: changing.id } : { intent: 'add' }} />
        <TextField
          label="Name"
          name="name"
          maxLength={bounds.roomName.most}
          defaultValue={typed?.get('name') ?? changing?.name}
          error={errors.name}
        />
        <TextField
          label="Places"
          name="capacity"
          inputMode="numeric"
          maxLength={3}
          defaultValue={typed?.get('capacity') ?? changing?.capacity}
          error={errors.capacity}
        />
        <Button variant="primary">{changing ? 'Save this room' : 'Add this room'}</Button>
      </CheckedForm>
      <section className="panel">
        <header>
          <h2>Your rooms</h2>
        </header>
        {rooms.length === 0 ? (
          <EmptyState heading="No rooms yet" headingLevel={3}>
            Add the first one above. Classes need one.
          </EmptyState>
        ) : (
          <ul className="todo">
            {rooms.map(({ id, name, capacity, timesAWeek }) => (
              <li key={id}>
                <div>
                  <b>{name}</b>
                  <p>
                    {formatCount(capacity, 'place', 'places')},{' '}
                    {formatCount(timesAWeek, 'time a week', 'times a week')}
                  </p>
                </div>
                <Link className="row-link" to={`/dashboard/rooms?room=${id}`}>
                  Change<span className="visually-hidden">: {name}</span>
                </Link>
                <Form method="post">
                  <HiddenFields values={{ intent: 'remove', id }} />
                  <button className="row-link">
                    Remove<span className="visually-hidden">: {name}</span>
                  </button>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
