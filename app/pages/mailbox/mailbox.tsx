import { Link } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { PageHead } from '#app/components/section-head.tsx'
import { ShowMore } from '#app/components/show-more.tsx'
import { shownCount } from '#app/components/shown-count.ts'
import { Dot } from '#app/components/status-dot.tsx'
import { createLoader, type LoaderContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { texts } from '#copy/texts.ts'
import { getMailboxLetter, listMailbox, type MailboxLetter } from '#domain/mail/mailbox.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/mailbox.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.demo.mailbox)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const query = new URL(request.url).searchParams
    const { items, total } = await listMailbox(actor, { limit: shownCount(new URL(request.url)) })
    const [chosen, newest] = [query.get('letter'), items[0]?.id]
    const id = chosen ?? newest
    const dated = ({ queuedAt }: { queuedAt: Date }) =>
      `${formatDate(queuedAt, club.timeZone)}, ${formatTime(queuedAt, club.timeZone)}`
    const open = id === undefined ? null : await getMailboxLetter(actor, id)
    return {
      letters: items.map((letter) => ({ ...letter, date: dated(letter) })),
      total,
      open: open && { ...open, date: dated(open) },
      isChosen: chosen !== null,
      asText: query.has('text'),
    }
  },
)

export default function Mailbox({ loaderData }: Route.ComponentProps) {
  const { letters, total, open, isChosen, asText } = loaderData
  return (
    <div className="wrap section-below">
      <PageHead lines={[texts.demo.mailbox]}>
        <p>{t('mailbox.everyLetterTheDemo')}</p>
      </PageHead>
      {open === null ? (
        <EmptyState heading={t('mailbox.noLettersYet')}>{t('mailbox.bookAnHourOr')}</EmptyState>
      ) : (
        <div className={classNames('mailbox', isChosen && 'one')}>
          <nav className="letters" aria-label={t('mailbox.letters')}>
            <ul>
              {letters.map(({ id, subject, name, date }) => (
                <li key={id}>
                  <Link to={`?letter=${id}`} aria-current={id === open.id ? 'true' : undefined}>
                    <Dot kind={id === open.id ? 'ink' : 'ring'} />
                    <b>{subject}</b>
                    <span className="to">{t('mailbox.to', { name, date })}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <ShowMore shown={letters.length} total={total} />
          </nav>
          <OpenLetter letter={open} asText={asText} />
        </div>
      )}
    </div>
  )
}

function OpenLetter({ letter, asText }: { letter: MailboxLetter & { date: string }; asText: boolean }) {
  const { id, from, name, email, subject, date, text } = letter
  return (
    <section className="open-letter" aria-label={subject}>
      <Link className="back text-link-strong" to="/mailbox">
        {t('mailbox.allLetters')}
      </Link>
      <div className="heads">
        <dl>
          <Header name={t('mailbox.headerFrom')} value={from} />
          <Header name={t('mailbox.headerTo')} value={name === email ? email : `${name} <${email}>`} />
          <Header name={t('mailbox.headerSubject')} value={subject} />
          <Header name={t('mailbox.headerDate')} value={date} />
        </dl>
        <nav className="seg" aria-label={t('mailbox.format')}>
          <Link to={`?letter=${id}`} aria-current={asText ? undefined : 'true'} preventScrollReset>
            {t('mailbox.letter')}
          </Link>
          <Link to={`?letter=${id}&text`} aria-current={asText ? 'true' : undefined} preventScrollReset>
            {t('mailbox.textOnly')}
          </Link>
        </nav>
      </div>
      {asText ? (
        <pre className="letter-text">{text}</pre>
      ) : (
        <iframe
          className="letter-frame"
          title={t('mailbox.theLetter', { subject })}
          src={`/mailbox/${id}`}
          sandbox="allow-top-navigation-by-user-activation"
        />
      )}
    </section>
  )
}

function Header({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
