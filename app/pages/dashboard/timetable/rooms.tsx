import { Form, Link } from 'react-router'
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
import { requirePermission } from '#domain/actor.ts'
import { bounds } from '#domain/bounds.ts'
import { addRoom, changeRoom, listRooms, removeRoom } from '#domain/lessons/classes/rooms.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/rooms.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('rooms.rooms'))

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
  return redirectWithToast('/dashboard/rooms', { text: texts()[intent] })
})

const texts = () => ({
  add: t('rooms.roomAdded'),
  change: t('rooms.roomSaved'),
  remove: t('rooms.roomRemoved'),
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Rooms({ loaderData: { rooms, changing }, actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  return (
    <>
      <BackLink to="/dashboard/timetable">{t('rooms.classTimes')}</BackLink>
      <h1>{t('rooms.rooms')}</h1>
      <p className="subtitle">{t('rooms.whereClassesAreA')}</p>
      <CheckedForm key={changing?.id} className="room-form" method="post" problem={problem}>
        <HiddenFields values={changing ? { intent: 'change', id: changing.id } : { intent: 'add' }} />
        <TextField
          label={t('form.name')}
          name="name"
          maxLength={bounds.roomName.most}
          defaultValue={typed?.get('name') ?? changing?.name}
          error={errors.name}
        />
        <TextField
          label={t('rooms.places')}
          name="capacity"
          inputMode="numeric"
          maxLength={3}
          defaultValue={typed?.get('capacity') ?? changing?.capacity}
          error={errors.capacity}
        />
        <Button variant="primary">{changing ? t('rooms.saveThisRoom') : t('rooms.addThisRoom')}</Button>
      </CheckedForm>
      <section className="panel">
        <header>
          <h2>{t('rooms.yourRooms')}</h2>
        </header>
        {rooms.length === 0 ? (
          <EmptyState heading={t('rooms.noRoomsYet')} headingLevel={3}>
            {t('rooms.addTheFirstOne')}
          </EmptyState>
        ) : (
          <ul className="todo">
            {rooms.map(({ id, name, capacity, timesAWeek }) => (
              <li key={id}>
                <div>
                  <b>{name}</b>
                  <p>{t('rooms.placeTimeAWeek', { capacity, timesAWeek })}</p>
                </div>
                <Link className="row-link" to={`/dashboard/rooms?room=${id}`}>
                  {t('rooms.change')}
                  <span className="visually-hidden">: {name}</span>
                </Link>
                <Form method="post">
                  <HiddenFields values={{ intent: 'remove', id }} />
                  <button className="row-link">
                    {t('rooms.remove')}
                    <span className="visually-hidden">: {name}</span>
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
