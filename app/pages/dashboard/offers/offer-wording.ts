import type { SoldTo } from '#domain/offers/offers.rules.ts'

/** The buyers of an offer, as choices of its form. */
export const soldToNames: Record<SoldTo, string> = {
  everybody: 'Everybody, online and at the desk',
  members: 'Members: people who paid for anything before',
  newcomers: 'Newcomers: people who paid for nothing yet',
  desk: 'Desk only',
}

/** The buyers of an offer, beside its terms; '' for everybody. */
export const soldToNotes: Record<SoldTo, string> = {
  everybody: '',
  members: 'members',
  newcomers: 'newcomers',
  desk: 'desk only',
}
