/** Account at the demo's identity provider. */
export type IdentityPerson = {
  /** The provider's own name for the person, which never changes. */
  subject: string
  name: string
  email: string
  emailVerified: boolean
  /** What this person demonstrates. */
  note: string
}

/** A member since before the demo starts, who joined with Google. */
export const returningPerson: IdentityPerson = {
  subject: 'demo-juno-castell',
  name: 'Juno Castell',
  email: 'juno@example.com',
  emailVerified: true,
  note: 'A member already, who came by Google.',
}

/** All accounts of the provider, all made up. */
export const identityPeople: IdentityPerson[] = [
  {
    subject: 'demo-iris-vance',
    name: 'Iris Vance',
    email: 'iris@example.com',
    emailVerified: true,
    note: 'New to the club.',
  },
  {
    subject: 'demo-marek-dvorak',
    name: 'Marek Dvořák',
    email: 'marek@example.com',
    emailVerified: true,
    note: 'New to the club.',
  },
  returningPerson,
  {
    subject: 'demo-noor-rahman',
    name: 'Noor Rahman',
    email: 'member@palestra.example',
    emailVerified: true,
    note: 'Has a password here, so the club asks for it first.',
  },
  {
    subject: 'demo-pip-harrow',
    name: 'Pip Harrow',
    email: 'pip@example.com',
    emailVerified: false,
    note: 'Never proved the address, so the club says no.',
  },
]
