import { Link } from 'react-router'
import { texts } from '#words/texts.ts'
import { pageMeta } from '#app/frame/titles.ts'
import { Article, Part } from './article.tsx'
import type { Route } from './+types/contact.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    texts.footer.contact,
    'Whom to ask about what: your trainer, the desk, payments, your data, and when the door is open.',
  )

export default function Contact() {
  return (
    <Article
      lines={[texts.footer.contact]}
      intro="The shortest way depends on the question. None of them leads to a machine that thanks you for waiting."
    >
      <Part heading="At the door">
        <p>
          {texts.footer.openingHours}, holidays included. There is a person at the desk whenever the door is
          open. Come ten minutes before your first hour: they show you the changing rooms, the kettle and the
          way out.
        </p>
      </Part>
      <Part heading="Your trainer">
        <p>
          Every trainer’s e-mail address is on their profile under <b>{texts.trainer.about}</b>: open{' '}
          <Link to="/trainers">all trainers</Link> and choose yours. Write to them about the hour itself, an
          injury, a day you cannot make it. They see your name and address as soon as you have booked, so they
          can also write to you.
        </p>
      </Part>
      <Part heading="A booking or a payment">
        <p>
          Before you pay you can let a held hour go yourself, on the page of the booking. After that, bring
          the date, the trainer and the slot to the desk, or show your{' '}
          <Link to="/dashboard/activityLog">activity log</Link>, which lists what you booked and paid and
          when. Please never send a card number to anybody, us included. We cannot see it and do not need it.
        </p>
      </Part>
      <Part heading="Your data">
        <p>
          What we know of you, why, and for how long is written in the{' '}
          <Link to="/privacy">privacy policy</Link>. To have something corrected that you cannot change
          yourself under profile settings, to get a copy or to be removed, ask at the desk and bring something
          that shows who you are.
        </p>
      </Part>
      <Part heading="Everything else">
        <ul>
          <li>
            Want to train others? <Link to="/beTrainer">Apply here</Link>; an admin answers.
          </li>
          <li>
            Want to hear from us? The letter is at the foot of <Link to="/">the home page</Link>.
          </li>
          <li>Lost a bottle, a shoe or a ring? The box is behind the desk, for a month.</li>
          <li>Something on this site does not work? Tell the desk which page and what you pressed.</li>
        </ul>
      </Part>
    </Article>
  )
}
