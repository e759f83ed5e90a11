import { expect, test } from 'vitest'
import { fitLines } from '#app/components/fit-headline.ts'
import { errorHeadlines } from './error-headlines.ts'

test('the two lines of a page that nobody was looking for are equally long', () => {
  for (const lines of Object.values(errorHeadlines))
    expect(lines).toEqual(
      fitLines(
        lines.map(({ text }) => text),
        6.15,
      ),
    )
})
