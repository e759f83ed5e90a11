import { expect, test } from 'vitest'
import { texts } from '#words/texts.ts'

// The words that were agreed on to the letter, odd ones included. A club that changes one changes it in
// words/texts.ts and here, knowingly.
const agreed = [
  [
    'Home',
    'Gallery',
    'Trainers',
    'Classes',
    'Forums',
    'Sign In',
    'Sign Up',
    'Dashboard',
    'Logout',
    'My Profile',
  ],
  ['Services', 'Fitness Resources', 'Wellness Blog', 'Trainer Profiles', 'Membership Plans'],
  ['Company', 'About us', 'Contact', 'Legal', 'Terms of use', 'Privacy policy', 'Cookie policy'],
  [
    'All Class',
    'Show Detail',
    'See All Class',
    'See All Post',
    'Subscribe Now',
    'View Profile',
    'See All Trainers',
  ],
  ['Strength Mastery', 'Cardio Fusion', 'Yoga Harmony', 'High-Intensity Burn', 'Mindful Meditation'],
  ['Body Sculpting', 'Spin Revolution', 'Functional Fitness', 'Pilates Precision', 'CrossFit Challenge'],
  [
    'Continue With Google',
    'Gallery Page',
    'All Trainers',
    'Know More',
    'All Slot',
    'About',
    'available Time',
  ],
  [
    'available Day',
    'Become A Trainer',
    'Trainer Booked Page',
    'All Classes',
    'Overview',
    'Trainer Info',
    'Prev',
    'Next',
  ],
  ['Go to Home Page', 'Back to Home Page', 'silver', 'gold', 'diamond'],
  [
    'All Subscribers',
    'Applied Trainers',
    'Balance',
    'Add New Forum',
    'Manage Slots',
    'Manage Member',
    'Add New Class',
  ],
  [
    'Activity Log',
    'Profile Settings',
    'Recommended Classes',
    'Purchaed By',
    'Available',
    'Preview',
    'Create Post',
  ],
  [
    'Create Class',
    'Total Remaining Balance',
    'Total Payment',
    'My Profile Setting',
    'Edit to show your best',
    'Update',
  ],
  [
    'You can read that class',
    'Payment Page',
    'Please payment activate your next steps',
    'Confirm',
    'anonymous',
  ],
  [
    '#',
    'Id',
    'Name',
    'Email',
    'Action',
    'Role',
    'Joining Date',
    'Payment Status',
    'Image',
    'Age',
    'Detail/Action',
  ],
  ['Adaptability', 'Exercide Physiology', 'Injury Prevention Knowledge', 'Time Management', 'Patience'],
  ['Name is required', 'Email is required', 'Password is required', 'Password must be 6 characters'],
  ['Password must be less than 20 characters', 'Photo is required', 'Title is required'],
  'Password must have one Uppercase one lower case, one number and one special character.',
  ['Are you sure?', "You won't be able to revert this!", 'Yes, make trainer!', 'make trainer Done'],
  ['SignUp Successfully !!', 'User Information Updated !!', 'Login Successfully !!', 'Request Submitted'],
  ['Deleted Subscriber', 'Add Post successpully', 'Class added successfully', 'Update Your Information'],
  'Class Booked Successfully',
].flat()

const all = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(all) : [value]

test('the agreed words stand in one file, to the letter', () => {
  const written = new Set(all(texts))
  expect(agreed.filter((text) => !written.has(text))).toEqual([])
})

test('the agreed sentences take the name, the year and the number in', () => {
  expect(texts.home.subscribed('Ada')).toBe('Thank you Ada for your Subscription 😍')
  expect(texts.appliedTrainers.doneHeading('Ada')).toBe('Ada has been added as a Trainer')
  expect(texts.footer.copyright(2026, 'Palestra')).toContain('2026 All right reserved by Palestra')
  expect(texts.trainers.experience(7)).toBe('7 years experience')
  expect(texts.footer.tagline).toContain('since 2005')
})
