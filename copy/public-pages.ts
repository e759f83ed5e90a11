// Public pages.

export const gallery = {
  heading: 'Gallery Page',
} as const

export const trainers = {
  heading: 'All Trainers',
  knowMore: 'Know More',
  experience: (years: number) => `${years} years experience`, // [sic]
} as const

export const classes = {
  heading: 'All Classes',
  showDetail: 'Show Detail', // [sic]
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
