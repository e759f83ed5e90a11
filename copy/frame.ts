// Texts around every page.

/** Title of the browser window, such as `Palestra | Home`. */
export const title = (clubName: string, page: string) => `${clubName} | ${page}`

export const navigation = {
  home: 'Home',
  gallery: 'Gallery',
  trainers: 'Trainers',
  classes: 'Classes',
  forums: 'Forums',
  signIn: 'Sign In',
  signUp: 'Sign Up',
  dashboard: 'Dashboard',
  logout: 'Logout',
  myProfile: 'My Profile',
  profileSettings: 'Profile Settings',
} as const

export const footer = {
  tagline: (since: string) =>
    `A fitness hub. Body fitness for the neighbourhood${since}, one hour at a time.`,
  services: 'Services',
  fitnessResources: 'Fitness Resources',
  wellnessBlog: 'Wellness Blog',
  trainerProfiles: 'Trainer Profiles',
  membershipPlans: 'Membership Plans',
  company: 'Company',
  aboutUs: 'About us',
  contact: 'Contact',
  trainers: 'Trainers',
  eatingWell: 'Eating well',
  legal: 'Legal',
  terms: 'Terms of use',
  privacy: 'Privacy policy',
  cookies: 'Cookie policy',
  // [sic] 'All right reserved by'
  copyright: (year: number, clubName: string) => `© ${year} All right reserved by ${clubName}`,
} as const

export const demo = {
  ribbon: 'Demo club: no card is ever charged.',
  mailbox: 'Mailbox',
} as const

export const notFound = {
  backHome: 'Back to Home Page',
} as const
