import { t } from '#messages/t.ts'

// Public pages.

export const gallery = {
  heading: 'Gallery Page',
} as const

export const trainers = {
  get heading() {
    return t('trainers.heading')
  },
  get knowMore() {
    return t('trainers.knowMore')
  },
  experience: (years: number) => t('trainers.experience', { years }), // [sic]
} as const

export const classes = {
  get heading() {
    return t('classes.heading')
  },
  get showDetail() {
    return t('class.showDetail') // [sic]
  },
} as const

export const classDetail = {
  seeAllClass: 'See All Class', // [sic]
  overview: 'Overview',
  trainerInfo: 'Trainer Info',
  viewProfile: 'View Profile',
} as const

export const forums = {
  heading: 'Forums',
  previous: 'Prev',
  next: 'Next',
} as const
