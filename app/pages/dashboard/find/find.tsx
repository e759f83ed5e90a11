import { Search } from 'lucide'
import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TextField } from '#app/forms/field.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requirePerson } from '#domain/actor.ts'
import { find } from '#domain/overview/find.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/find.ts'
import { findResults, type Hit, type HitGroup } from './find-results.server.ts'

const heading = () => t('find.find')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const person = requirePerson(actor)
  const text = new URL(request.url).searchParams.get('q') ?? ''
  return { text, groups: findResults(person, text, await find(actor, text)) }
})

/** People, dates, invoices, trainers and pages that a text names, as the role may open them. */
export default function Find({ loaderData: { text, groups } }: Route.ComponentProps) {
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0)
  return (
    <>
      <h1>{heading()}</h1>
      <Form className="search-form" role="search" key={text}>
        <TextField
          label={t('find.nameDateInvoiceOr')}
          name="q"
          type="search"
          maxLength={200}
          defaultValue={text}
          icon={<Icon of={Search} />}
        />
        <Button>{t('find.find')}</Button>
      </Form>
      {text !== '' && (
        <p className="subtitle above-3" role="status">
          {count === 0 ? t('find.nothingFoundTryA') : t('find.result', { count })}
        </p>
      )}
      {groups.map((group) => (
        <Hits key={group.heading} {...group} />
      ))}
    </>
  )
}

function Hits({ heading: kind, hits }: HitGroup) {
  return (
    <section className="panel" aria-label={kind}>
      <header>
        <h2>{kind}</h2>
      </header>
      <ul className="todo">
        {hits.map((hit) => (
          <HitRow key={hit.to} {...hit} />
        ))}
      </ul>
    </section>
  )
}

function HitRow({ to, name, note, links }: Hit) {
  return (
    <li>
      <div>
        <b>
          <Link to={to}>{name}</Link>
        </b>
        {note && <p>{note}</p>}
      </div>
      {links.map((link) => (
        <Link key={link.to} className="show" to={link.to} aria-label={`${link.name}: ${name}`}>
          {link.name}
        </Link>
      ))}
    </li>
  )
}
