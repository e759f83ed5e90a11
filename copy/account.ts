export const signIn = {
  heading: 'Sign In',
  button: 'Sign In',
  google: 'Continue With Google',
  done: 'Login Successfully !!', // [sic]
  userUpdated: 'User Information Updated !!', // [sic]
} as const

export const signUp = {
  heading: 'Sign Up',
  button: 'Sign Up',
  google: 'Continue With Google',
  done: 'SignUp Successfully !!', // [sic]
  userUpdated: 'User Information Updated !!', // [sic]
} as const

/** Validation messages shared by forms and the REST contract. */
export const fields = {
  nameRequired: 'Name is required',
  emailRequired: 'Email is required',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be 6 characters', // [sic]
  passwordTooLong: 'Password must be less than 20 characters', // [sic] 20 itself is accepted
  // [sic]
  passwordTooPlain: 'Password must have one Uppercase one lower case, one number and one special character.',
  photoRequired: 'Photo is required',
  titleRequired: 'Title is required',
} as const

/** Skills of the profile, stored as displayed. */
export const skills = [
  'Adaptability',
  'Exercide Physiology', // [sic]
  'Injury Prevention Knowledge',
  'Time Management',
  'Patience',
] as const

export const myProfile = {
  goHome: 'Go to Home Page',
  promotion:
    'An hour a week is enough to start. Pick a trainer you could listen to, take the hour nobody else wants, and come back for it. After a month you will know the floor, the kettle and three first names; after two you will miss it when you travel.',
} as const

export const profileSettings = {
  heading: 'My Profile Setting', // [sic]
  subtitle: 'Edit to show your best',
  update: 'Update',
  done: 'Update Your Information', // [sic]
} as const

export const sideMenu = {
  dashboard: 'Dashboard',
  allSubscribers: 'All Subscribers',
  allTrainers: 'All Trainers',
  appliedTrainers: 'Applied Trainers',
  balance: 'Balance',
  addNewForum: 'Add New Forum', // [sic]
  manageSlots: 'Manage Slots',
  manageMember: 'Manage Member', // [sic]
  addNewClass: 'Add New Class',
  activityLog: 'Activity Log',
  profileSettings: 'Profile Settings',
  recommendedClasses: 'Recommended Classes',
} as const
