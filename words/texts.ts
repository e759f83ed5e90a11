/**
 * The club's fixed words, grouped by screen. They are agreed to the letter, oddities included: a club that
 * wants another wording changes it here and nowhere else, for what is shown and what is checked alike. `[sic]` marks what is meant to be spelt so.
 */
export const texts = {
  /** The browser's title bar: `Palestra | Home`. */
  title: (clubName: string, page: string) => `${clubName} | ${page}`,

  navigation: {
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
  },

  footer: {
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
  },

  demo: {
    ribbon: 'Demo club: no card is ever charged.',
    mailbox: 'Mailbox',
  },

  home: {
    allClass: 'All Class', // [sic]
    featuredServices: 'Featured services',
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
    aboutUs: 'About us',
    points: ['Fitness philosophy', 'Passionate trainers', 'Community connection'],
    featuredClasses: 'Featured classes',
    seeAllClass: 'See All Class', // [sic]
    testimonials: 'Testimonials',
    forumPosts: 'Forum posts',
    seeAllPost: 'See All Post', // [sic]
    subscribeNow: 'Subscribe Now',
    trainers: 'Trainers',
    seeAllTrainers: 'See All Trainers',
    viewProfile: 'View Profile',
    subscribed: (name: string) =>
      name === '' ? 'Thank you for your Subscription 😍' : `Thank you ${name} for your Subscription 😍`,
  },

  signIn: {
    heading: 'Sign In',
    button: 'Sign In',
    google: 'Continue With Google',
    done: 'Login Successfully !!', // [sic]
    userUpdated: 'User Information Updated !!', // [sic]
  },

  signUp: {
    heading: 'Sign Up',
    button: 'Sign Up',
    google: 'Continue With Google',
    done: 'SignUp Successfully !!', // [sic]
    userUpdated: 'User Information Updated !!', // [sic]
  },

  /** What is told at a field, by every form and every call that takes it. */
  fields: {
    nameRequired: 'Name is required',
    emailRequired: 'Email is required',
    passwordRequired: 'Password is required',
    passwordTooShort: 'Password must be 6 characters', // [sic]
    passwordTooLong: 'Password must be less than 20 characters', // [sic] 20 itself is accepted
    // [sic]
    passwordTooPlain:
      'Password must have one Uppercase one lower case, one number and one special character.',
    photoRequired: 'Photo is required',
    titleRequired: 'Title is required',
  },

  gallery: {
    heading: 'Gallery Page',
  },

  trainers: {
    heading: 'All Trainers',
    knowMore: 'Know More',
    experience: (years: number) => `${years} years experience`, // [sic]
  },

  trainer: {
    description: (clubName: string) =>
      `Every trainer at ${clubName} plans with you, trains with you and writes down what you did. Bring shoes and a question; the first hour is mostly listening.`,
    allSlot: 'All Slot', // [sic]
    about: 'About',
    name: 'name',
    email: 'email',
    availableTime: 'available Time', // [sic] the style sheet raises the first letter
    availableDay: 'available Day', // [sic]
    skills: 'Skills',
    yearsExperience: 'years experience', // [sic]
    becomeTrainer: 'Become A Trainer',
    bookThisHour: 'Book this hour',
    booked: 'Booked',
  },

  becomeTrainer: {
    heading: 'Become A Trainer',
    done: 'Request Submitted',
  },

  trainerBooked: {
    heading: 'Trainer Booked Page',
    perMonth: 'per month',
    plans: { silver: 'silver', gold: 'gold', diamond: 'diamond' },
  },

  classes: {
    heading: 'All Classes',
    showDetail: 'Show Detail', // [sic]
  },

  classDetail: {
    overview: 'Overview',
    trainerInfo: 'Trainer Info',
    viewProfile: 'View Profile',
  },

  forums: {
    heading: 'Forums',
    previous: 'Prev',
    next: 'Next',
  },

  myProfile: {
    goHome: 'Go to Home Page',
    promotion:
      'An hour a week is enough to start. Pick a trainer you could listen to, take the hour nobody else wants, and come back for it. After a month you will know the floor, the kettle and three first names; after two you will miss it when you travel.',
  },

  sideMenu: {
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
  },

  allSubscribers: {
    heading: 'All Subscribers',
    columns: ['#', 'Id', 'Name', 'Email', 'Action'],
    deleted: 'Deleted Subscriber',
  },

  allTrainers: {
    heading: 'All Trainers',
    columns: ['#', 'Name', 'Email', 'Role', 'Joining Date', 'Payment Status'],
  },

  appliedTrainers: {
    heading: 'Applied Trainers',
    columns: ['#', 'Image', 'Name', 'Email', 'Age', 'Available Time', 'Available Day', 'Detail/Action'],
    askHeading: 'Are you sure?',
    askText: "You won't be able to revert this!",
    askButton: 'Yes, make trainer!',
    doneHeading: (name: string) => `${name} has been added as a Trainer`,
    doneText: 'make trainer Done', // [sic]
  },

  manageSlots: {
    heading: 'Manage Slots',
    purchasedBy: 'Purchaed By', // [sic]
    available: 'Available',
  },

  manageMember: {
    heading: 'Manage Member', // [sic]
  },

  addNewForum: {
    heading: 'Add New Forum', // [sic]
    preview: 'Preview',
    createPost: 'Create Post',
    done: 'Add Post successpully', // [sic]
  },

  addNewClass: {
    heading: 'Add New Class',
    createClass: 'Create Class',
    done: 'Class added successfully',
  },

  activityLog: {
    heading: 'Activity Log',
  },

  balance: {
    heading: 'Balance',
    totalRemainingBalance: 'Total Remaining Balance',
    totalPayment: 'Total Payment',
  },

  profileSettings: {
    heading: 'My Profile Setting', // [sic]
    subtitle: 'Edit to show your best',
    update: 'Update',
    done: 'Update Your Information', // [sic]
  },

  /** What a person may tick; the first spelling is stored and shown alike. */
  skills: [
    'Adaptability',
    'Exercide Physiology', // [sic]
    'Injury Prevention Knowledge',
    'Time Management',
    'Patience',
  ],

  recommendedClasses: {
    heading: 'Recommended Classes',
    subtitle: 'You can read that class', // [sic]
  },

  payment: {
    heading: 'Payment Page',
    subtitle: 'Please payment activate your next steps', // [sic]
    confirm: 'Confirm',
    anonymous: 'anonymous',
    done: 'Class Booked Successfully', // [sic]
  },

  notFound: {
    backHome: 'Back to Home Page',
  },
} as const
