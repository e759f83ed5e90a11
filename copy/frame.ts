import { t } from '#messages/t.ts'

// Texts around every page.

/** Title of the browser window, such as `Palestra | Home`. */
export const title = (clubName: string, page: string) => `${clubName} | ${page}`

export const navigation = {
  get home() {
    return t('navigation.home')
  },
  get gallery() {
    return t('navigation.gallery')
  },
  get trainers() {
    return t('navigation.trainers')
  },
  get classes() {
    return t('navigation.classes')
  },
  get forums() {
    return t('navigation.forums')
  },
  get signIn() {
    return t('navigation.signIn')
  },
  get signUp() {
    return t('navigation.signUp')
  },
  get dashboard() {
    return t('navigation.dashboard')
  },
  get logout() {
    return t('navigation.logout')
  },
  get myProfile() {
    return t('navigation.myProfile')
  },
  get profileSettings() {
    return t('navigation.profileSettings')
  },
} as const

export const footer = {
  tagline: (since: string) => t('footer.tagline', { since }),
  get services() {
    return t('footer.services')
  },
  get fitnessResources() {
    return t('footer.fitnessResources')
  },
  get wellnessBlog() {
    return t('footer.wellnessBlog')
  },
  get trainerProfiles() {
    return t('footer.trainerProfiles')
  },
  get membershipPlans() {
    return t('footer.membershipPlans')
  },
  get company() {
    return t('footer.company')
  },
  get aboutUs() {
    return t('footer.aboutUs')
  },
  get contact() {
    return t('footer.contact')
  },
  get trainers() {
    return t('footer.trainers')
  },
  get eatingWell() {
    return t('footer.eatingWell')
  },
  get legal() {
    return t('footer.legal')
  },
  get terms() {
    return t('footer.terms')
  },
  get privacy() {
    return t('footer.privacy')
  },
  get cookies() {
    return t('footer.cookies')
  },
  // [sic] 'All right reserved by'
  copyright: (year: number, clubName: string) => t('footer.copyright', { year, clubName }),
} as const

export const demo = {
  get ribbon() {
    return t('demo.ribbon')
  },
  get mailbox() {
    return t('demo.mailbox')
  },
} as const

export const notFound = {
  get backHome() {
    return t('error.notFound.back')
  },
} as const
