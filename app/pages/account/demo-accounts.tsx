import { Form } from 'react-router'
import { Avatar } from '#app/components/picture.tsx'
import { roleNames, type Role } from '#app/frame/viewer.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'

type DemoPerson = { name: string; email: string; password: string; role: Role; portrait: Portrait | null }

/** The demo club's people, each a button that signs in with email and password. */
export function DemoAccounts({ people, from }: { people: DemoPerson[]; from: string }) {
  return (
    <section className="demo-people" aria-labelledby="demo-people">
      <h2 id="demo-people">{t('demoAccounts.orStepIntoSomeones')}</h2>
      <div className="people-grid">
        {people.map(({ name, email, password, role, portrait }) => (
          <Form method="post" key={email}>
            <input type="hidden" name="from" value={from} />
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="password" value={password} />
            <button>
              <Avatar portrait={portrait} />
              <span>
                <b>{name}</b>
                {roleNames[role]}
              </span>
            </button>
          </Form>
        ))}
      </div>
    </section>
  )
}
