import { sql } from 'kysely'
import { defaultCopy } from '#copy/default-copy.ts'
import { db } from '#db/client.ts'
import { weekdays } from '#format/weekdays.ts'
import { daysBefore } from './clock.ts'
import type { MemberName } from './people.ts'
import type { DemoPeople } from './sign-ups.ts'

const about = `# Where the name comes from
In an ancient town the palestra was a square court where people trained and, at least as much, talked. Our mark is that court with one dot in it. The dot is a person. Palestra has never been about anything else.

# Who trains here
People who lift, people who have never lifted, people who were told to by a doctor and stayed out of spite. Nobody wears headphones for the first ten minutes. Somebody will save you a bike, hold your feet, and have an opinion about the coffee.

# How the walls got their posters
Each discipline has a poster made of its own geometry: plates as rings, a spin class as arcs, yoga as one line. They hang on the home page, and the dot in each is the person who trains.`

/** The demo club's settings. */
export const facts = {
  otherLanguages: ['de'],
  company: 'Palestra Fitness LLC',
  address: '12 Court Street, Fairhaven, OR 97000',
  telephone: '(503) 555-0142',
  email: 'hello@palestra.example',
  taxNumber: '93-0142575',
  taxPercent: 8,
  invoicePrefix: 'PAL',
  openSince: 2005,
  headlines: [defaultCopy.headlines[0]!, 'Half an hour of nothing.', 'On Saturday we hit things.'],
  taglines: [
    defaultCopy.taglines[0]!,
    'Our quietest class, and the hardest. Socks on, shoes at the door.',
    'Open to beginners until Christmas. Gloves are by the door.',
  ],
  atTheDoor:
    'Holidays included. There is a person at the desk whenever the door is open. Come ten minutes before your first hour: they show you the changing rooms, the kettle and the way out. Lost a bottle, a shoe or a ring? The box is behind the desk, for a month.',
  about,
}

const testimonials: { by: MemberName; who: string; words: string; agreedDaysAgo: number }[] = [
  {
    by: 'ines',
    who: 'Member, Slot 3 with Mira Okafor',
    words:
      'I booked one month with Mira to get through a wedding. That was in 2023. I still have Tuesdays at eight, and I can carry my own suitcase up to the fourth floor.',
    agreedDaysAgo: 47,
  },
  {
    by: 'kofi',
    who: 'Member, the six o’clock hour',
    words:
      'Nobody here has ever shouted at me. Jonas counts, I lift, he writes it down. In spring I read the first page of that notebook and did not believe it was mine.',
    agreedDaysAgo: 40,
  },
  {
    by: 'grace',
    who: 'Member since 2009',
    words:
      'My knee is older than some of the trainers. They asked about it before they asked about anything else, and it has not asked about the stairs since.',
    agreedDaysAgo: 35,
  },
]

/** Saves the demo club's settings, opening hours and testimonials. */
export async function seedClubSettings(now: Date, company: DemoPeople): Promise<void> {
  await db
    .updateTable('club')
    .set({ ...facts, settingsSavedAt: now })
    .execute()
  await db
    .insertInto('openingHours')
    .values(weekdays.map((weekday) => ({ weekday, opens: '05:45', closes: '22:00' })))
    .execute()
  for (const { by, who, words, agreedDaysAgo } of testimonials) {
    const { id, name } = company.members[by]
    const agreedOn = daysBefore(now, agreedDaysAgo)
    await db
      .insertInto('testimonials')
      .columns(['name', 'who', 'words', 'imageId', 'agreedOn', 'createdAt'])
      .expression((eb) =>
        eb
          .selectFrom('members')
          .select(({ val }) => [val(name).as('name'), val(who).as('who'), val(words).as('words')])
          .select([
            sql<string>`photo_id`.as('imageId'),
            sql<string>`${agreedOn}::date`.as('agreedOn'),
            sql<Date>`${agreedOn}::timestamptz`.as('createdAt'),
          ])
          .where('userId', '=', id),
      )
      .execute()
  }
}
