/** The letter's id from the page's address; null for a new letter. */
export const letterIdOf = ({ id }: { id: string }): string | null => (id === 'new' ? null : id)
