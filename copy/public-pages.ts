import { t } from '#messages/t.ts'

// Public pages.

export const gallery = {
  get heading() {
    return t('publicPages.galleryPage')
  },
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
  get seeAllClass() {
    return t('publicPages.seeAllClass')
  }, // [sic]
  get overview() {
    return t('publicPages.overview')
  },
  get trainerInfo() {
    return t('publicPages.trainerInfo')
  },
  get viewProfile() {
    return t('publicPages.viewProfile')
  },
} as const

export const forums = {
  get heading() {
    return t('navigation.forums')
  },
  get previous() {
    return t('publicPages.prev')
  },
  get next() {
    return t('publicPages.next')
  },
} as const
