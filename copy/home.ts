export const home = {
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
  testimonials: 'Testimonials',
  forumPosts: 'Forum posts',
  seeAllPost: 'See All Post', // [sic]
  subscribeNow: 'Subscribe Now',
  trainers: 'Trainers',
  seeAllTrainers: 'See All Trainers',
  viewProfile: 'View Profile',
  subscribed: (name: string) =>
    name === '' ? 'Thank you for your Subscription 😍' : `Thank you ${name} for your Subscription 😍`,
} as const
