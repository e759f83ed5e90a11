export const allSubscribers = {
  heading: 'All Subscribers',
  columns: ['#', 'Id', 'Name', 'Email', 'Action'],
  deleted: 'Deleted Subscriber',
} as const

export const allTrainers = {
  heading: 'All Trainers',
  columns: ['#', 'Name', 'Email', 'Role', 'Joining Date', 'Payment Status'],
} as const

export const appliedTrainers = {
  heading: 'Applied Trainers',
  columns: ['#', 'Image', 'Name', 'Email', 'Age', 'Available Time', 'Available Day', 'Detail/Action'],
  askHeading: 'Are you sure?',
  askText: "You won't be able to revert this!",
  askButton: 'Yes, make trainer!',
  doneHeading: (name: string) => `${name} has been added as a Trainer`,
  doneText: 'make trainer Done', // [sic]
} as const

export const manageSlots = {
  heading: 'Manage Slots',
  purchasedBy: 'Purchaed By', // [sic]
  available: 'Available',
} as const

export const manageMember = {
  heading: 'Manage Member', // [sic]
} as const

export const addNewForum = {
  heading: 'Add New Forum', // [sic]
  preview: 'Preview',
  createPost: 'Create Post',
  done: 'Add Post successpully', // [sic]
} as const

export const addNewClass = {
  heading: 'Add New Class',
  createClass: 'Create Class',
  done: 'Class added successfully',
} as const

export const activityLog = {
  heading: 'Activity Log',
} as const

export const balance = {
  heading: 'Balance',
  totalRemainingBalance: 'Total Remaining Balance',
  totalPayment: 'Total Payment',
} as const

export const recommendedClasses = {
  heading: 'Recommended Classes',
  subtitle: 'You can read that class', // [sic]
} as const
