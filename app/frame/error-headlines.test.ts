import { expect, test } from 'vitest'
import { fitLines } from '#app/components/fit-headline.ts'
import { languages, type Language } from '#messages/languages.ts'
import { inLanguage } from '#messages/t.ts'
import { errorHeadlines } from './error-headlines.ts'

test.each(Object.keys(languages) as Language[])(
  'the two lines of an error page are equally long, in %s',
  (language) => {
    inLanguage(language, () => {
      for (const headline of Object.values(errorHeadlines)) {
        const lines = headline()
        const texts = lines.map(({ text }) => text)
        expect(lines).toEqual(fitLines(texts, 6.15))
      }
    })
  },
)
