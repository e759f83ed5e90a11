// What the examples of the reference talk about: one member, one trainer, one booking. The ids stand for
// real ones; a test puts those in their place and replays every example.

export const exampleMemberEmail = 'member@palestra.example'
export const exampleBookingId = '5b0c7a3e-8d54-4c1e-9a37-2f6d1e0b4c11'
export const examplePaymentId = 'c2f1b6d8-0a4e-4b7a-8f53-6d9e7a1c3b20'
export const exampleIntent = {
  id: 'pi_sandbox_6f1d2c3b4a5968778695a4b3',
  secret: 'pi_sandbox_6f1d2c3b4a5968778695a4b3_secret_Zk3vQ8b1XwT5yLr0PnEa7cUd',
}
export const examplePictureId = '9d2f4c6a-1b3e-4f5a-8c7d-0e9b8a7f6c5d'
export const examplePicture = `http://localhost:3000/images/${examplePictureId}/960.webp`
const written = { createdAt: '2026-11-20T17:30:00.000Z' }
const dated = { date: '20/10/2026', ...written }

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
  ...written,
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
  ...dated,
}
