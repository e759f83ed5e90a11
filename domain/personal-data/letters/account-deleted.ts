import { defineLetter } from '#domain/mail/letter.ts'
import { t } from '#messages/t.ts'

export const accountDeleted = defineLetter({
  name: 'account-deleted',
  kind: 'account',
  compose: (
    { byClub, reason, number }: { byClub: boolean; reason: string | null; number: number },
    { firstName, clubName },
  ) => ({
    subject: t('letter.yourAccountHasBeen'),
    topic: t('navigation.yourAccount'),
    heading: t('letter.yourAccountHasBeen'),
    paragraphs: [
      byClub
        ? t('letter.helloTheOfficeOfHas', { firstName, clubName })
        : t('letter.helloWeHaveDeleted', { firstName }),
      t('letter.yourProfileYourPictures'),
      ...(reason === null ? [] : [reason]),
      ...(number > 0 ? [t('letter.theBooksKeepWhat')] : []),
    ],
    closing: [t('letter.signingUpWithThis')],
    footnote: t('letter.thisIsTheLast', { clubName }),
  }),
  example: { byClub: true, reason: 'You asked for it at the desk.', number: 2 },
})
