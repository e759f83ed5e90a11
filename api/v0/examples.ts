// Data of the reference's examples: one member, one trainer, one booking. The ids are placeholders, which a
// test replaces to replay every example.

export const exampleMemberEmail = 'member@palestra.example'
export const exampleBookingId = '5b0c7a3e-8d54-4c1e-9a37-2f6d1e0b4c11'
export const examplePaymentId = 'c2f1b6d8-0a4e-4b7a-8f53-6d9e7a1c3b20'
export const exampleIntent = {
  id: 'pi_sandbox_6f1d2c3b4a5968778695a4b3',
  secret: 'pi_sandbox_6f1d2c3b4a5968778695a4b3_secret_Zk3vQ8b1XwT5yLr0PnEa7cUd',
}
export const examplePictureId = '9d2f4c6a-1b3e-4f5a-8c7d-0e9b8a7f6c5d'
export const examplePicture = `http://localhost:3000/images/${examplePictureId}/960.webp`
const exampleCreatedAt = { createdAt: '2026-11-20T17:30:00.000Z' }
const exampleDates = { date: '20/10/2026', ...exampleCreatedAt }

export const exampleSlot = {
  _id: '3e8a1f52-6c4b-4d7e-9b20-1a5c7d9e0f34',
  slot_name: 'Slot 2',
  cls_time: 7,
  price: 50,
  buyer_name: '',
  available: true,
}

export const exampleTrainer = {
  _id: '7a4d2c90-5e1b-4f8a-b6c3-9d0e1f2a3b45',
  name: 'Mira Okafor',
  email: 'trainer@palestra.example',
  age: 7,
  img: examplePicture,
  skills: ['Patience', 'Strength'],
  available_day: 1,
  available_week: ['Monday', 'Wednesday', 'Friday'],
  role: 'trainer',
  slots: [exampleSlot],
  ...exampleCreatedAt,
}

export const exampleBooking = {
  _id: exampleBookingId,
  buyer_email: exampleMemberEmail,
  buyer_name: 'Ada Moss',
  cls: { ...exampleSlot, buyer_name: 'Ada Moss', available: false },
  status: 'gold',
  trainer: {
    _id: exampleTrainer._id,
    name: exampleTrainer.name,
    email: exampleTrainer.email,
    img: exampleTrainer.img,
  },
  classData: 3,
  price: 70,
  update_price: 70,
  state: 'held',
  holdExpiresAt: '2026-11-20T17:45:00.000Z',
  paidUntil: null,
  failure: null,
  transctionID: null,
  ...exampleDates,
}

export const exampleMember = {
  _id: 'e1c9d7b5-3a2f-4e6d-8c1b-0a9f8e7d6c5b',
  name: 'Ada Moss',
  email: exampleMemberEmail,
  img: '',
  role: 'member',
  slots: [],
  height: 172,
  age: 34,
  blood: 'O+',
  skills: ['Patience'],
  description: 'Mornings only.',
  ...exampleCreatedAt,
}

export const exampleApplicantEmail = 'applied@palestra.example'
export const exampleApplicant = {
  _id: '0d3e5f7a-9b1c-4d2e-8f60-7a8b9c0d1e2f',
  name: 'Nora Lind',
  email: exampleApplicantEmail,
  age: 4,
  img: examplePicture,
  skills: ['Patience', 'Strength'],
  available_day: 1,
  available_week: ['Tuesday', 'Thursday'],
  role: 'applied',
  slots: [{ slot_name: 'Slot 1', cls_time: 6, price: 50, buyer_name: '' }],
  ...exampleCreatedAt,
}

export const exampleClass = {
  _id: '8b6a4c2e-0f1d-4b3a-9c5e-7d8f6a4b2c10',
  title: 'Strength at Dawn',
  bodyImg: examplePicture,
  description: 'Barbells before breakfast: an hour of squats, presses and pulls.',
  trainer: exampleTrainer.email,
  ...exampleDates,
}

export const examplePost = {
  _id: 'f0e1d2c3-b4a5-4968-8776-5a4b3c2d1e0f',
  name: exampleTrainer.name,
  profile_pic: '',
  caption: 'Breathe out on the way up.',
  email: exampleTrainer.email,
  body_pic: examplePicture,
  like: 12,
  disLike: 1,
  ...exampleDates,
}

export const exampleGalleryItem = {
  _id: '4c3b2a19-8f7e-4d6c-9b5a-3e2d1c0b9a88',
  img: examplePicture,
  caption: 'The long hall',
  alt: 'A hall with racks along both walls.',
  ...exampleCreatedAt,
}

export const exampleSubscriber = {
  _id: '6e5d4c3b-2a19-4f8e-8d7c-6b5a4f3e2d1c',
  name: 'Ada Moss',
  email: exampleMemberEmail,
  ...exampleCreatedAt,
  confirmedAt: exampleCreatedAt.createdAt,
}
