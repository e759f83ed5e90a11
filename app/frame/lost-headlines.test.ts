import { expect, test } from 'vitest'
import { stretched } from '#app/components/stretch.ts'
import { lostHeadlines } from './lost-headlines.ts'

test('the two lines of a page that nobody was looking for are equally long', () => {
  for (const lines of Object.values(lostHeadlines))
    expect(lines).toEqual(
      stretched(
        lines.map(({ text }) => text),
        6.15,
      ),
    )
})
