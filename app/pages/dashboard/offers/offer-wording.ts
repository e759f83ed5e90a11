import type { SoldTo } from '#domain/offers/offers.rules.ts'
import { t } from '#messages/t.ts'

/** The buyers of an offer, as choices of its form. */
export const soldToNames: Record<SoldTo, string> = {
  get everybody() {
    return t('offerWording.everybodyOnlineAndAt')
  },
  get members() {
    return t('offerWording.membersPeopleWhoPaid')
  },
  get newcomers() {
    return t('offerWording.newcomersPeopleWhoPaid')
  },
  get desk() {
    return t('offerWording.deskOnly')
  },
}

/** The buyers of an offer, beside its terms; '' for everybody. */
export const soldToNotes: Record<SoldTo, string> = {
  everybody: '',
  get members() {
    return t('offerWording.members')
  },
  get newcomers() {
    return t('offerWording.newcomers')
  },
  get desk() {
    return t('offerWording.deskOnly2')
  },
}
