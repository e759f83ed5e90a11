import { t } from '#messages/t.ts'

export const home = {
  get allClass() {
    return t('home.allClass') // [sic]
  },
  get featuredServices() {
    return t('home.featuredServices')
  },
  services: [
    'Strength Mastery',
    'Cardio Fusion',
    'Yoga Harmony',
    'High-Intensity Burn',
    'Mindful Meditation',
    'Body Sculpting',
    'Spin Revolution',
    'Functional Fitness',
    'Pilates Precision',
    'CrossFit Challenge',
  ],
  get aboutUs() {
    return t('home.aboutUs')
  },
  get points() {
    return [t('home.point.philosophy'), t('home.point.trainers'), t('home.point.community')]
  },
  get featuredClasses() {
    return t('home.featuredClasses')
  },
  get testimonials() {
    return t('home.testimonials')
  },
  get forumPosts() {
    return t('home.forumPosts')
  },
  get seeAllPost() {
    return t('home.seeAllPost') // [sic]
  },
  get subscribeNow() {
    return t('home.subscribeNow')
  },
  get trainers() {
    return t('home.trainers')
  },
  get seeAllTrainers() {
    return t('home.seeAllTrainers')
  },
  get viewProfile() {
    return t('home.viewProfile')
  },
  subscribed: (name: string) => (name === '' ? t('home.subscribed') : t('home.subscribedName', { name })),
} as const
