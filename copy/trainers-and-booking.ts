import { t } from '#messages/t.ts'

export const trainer = {
  description: (clubName: string) => t('trainersAndBooking.everyTrainerAtPlans', { clubName }),
  get allSlot() {
    return t('trainersAndBooking.allSlot')
  }, // [sic]
  get about() {
    return t('trainersAndBooking.about')
  },
  name: 'name',
  email: 'email',
  get availableTime() {
    return t('trainersAndBooking.availableTime')
  }, // [sic] the style sheet raises the first letter
  get availableDay() {
    return t('trainersAndBooking.availableDay')
  }, // [sic]
  get skills() {
    return t('trainersAndBooking.skills')
  },
  get yearsExperience() {
    return t('trainersAndBooking.yearsExperience')
  }, // [sic]
  get becomeTrainer() {
    return t('trainersAndBooking.becomeATrainer')
  },
  get bookThisHour() {
    return t('trainersAndBooking.bookThisHour')
  },
  get booked() {
    return t('trainersAndBooking.booked')
  },
} as const

export const becomeTrainer = {
  get heading() {
    return t('trainersAndBooking.becomeATrainer')
  },
  get done() {
    return t('trainersAndBooking.requestSubmitted')
  },
} as const

export const trainerBooked = {
  get heading() {
    return t('trainersAndBooking.trainerBookedPage')
  },
  get perMonth() {
    return t('trainersAndBooking.perMonth')
  },
  plans: { silver: 'silver', gold: 'gold', diamond: 'diamond' },
} as const

export const payment = {
  get heading() {
    return t('trainersAndBooking.paymentPage')
  },
  get subtitle() {
    return t('trainersAndBooking.pleasePaymentActivateYour')
  }, // [sic]
  get confirm() {
    return t('trainersAndBooking.confirm')
  },
  anonymous: 'anonymous',
  get done() {
    return t('trainersAndBooking.classBookedSuccessfully')
  }, // [sic]
} as const
