import type { SoldTo } from '#domain/offers/offers.rules.ts'

/** Who can buy an offer, as a choice of its form. */
export const soldToNames: Record<SoldTo, string> = {
  everybody: 'Everybody, online and at the desk',
  members: 'Members: people who paid for anything before',
  newcomers: 'Newcomers: people who paid for nothing yet',
  desk: 'Desk only',
}

/** Who can buy an offer, beside its terms; '' for everybody. */
export const soldToNotes: Record<SoldTo, string> = {
  everybody: '',
  members: 'members',
  newcomers: 'newcomers',
  desk: 'desk only',
}
