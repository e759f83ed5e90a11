/** Accounts of the demo club that are open to everyone. */
export const demoEmails = [
  'admin@palestra.example',
  'trainer@palestra.example',
  'trainer2@palestra.example',
  'member@palestra.example',
  'member2@palestra.example',
  'applied@palestra.example',
] as const

/** Their password, which exists in the demo club only. */
export const demoPassword = 'Palestra1!'
