export const trainer = {
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
} as const

export const becomeTrainer = {
  heading: 'Become A Trainer',
  done: 'Request Submitted',
} as const

export const trainerBooked = {
  heading: 'Trainer Booked Page',
  perMonth: 'per month',
  plans: { silver: 'silver', gold: 'gold', diamond: 'diamond' },
} as const

export const payment = {
  heading: 'Payment Page',
  subtitle: 'Please payment activate your next steps', // [sic]
  confirm: 'Confirm',
  anonymous: 'anonymous',
  done: 'Class Booked Successfully', // [sic]
} as const
