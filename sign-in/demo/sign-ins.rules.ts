/** The people of the demo club that anybody may walk in as. */
export const demoEmails = [
  'admin@palestra.example',
  'trainer@palestra.example',
  'trainer2@palestra.example',
  'member@palestra.example',
  'member2@palestra.example',
  'applied@palestra.example',
] as const

/** The one password of all of them; it exists in the demo club only. */
export const demoPassword = 'Palestra1!'
