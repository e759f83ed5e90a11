// Where a browser keeps the bearer token of its calls. Apart from those: every page forgets it when nobody is signed in.

const key = 'token'

export const keptToken = (): string | null => localStorage.getItem(key)

export const keepToken = (token: string): void => localStorage.setItem(key, token)

/** Nobody is signed in. */
export const forgetToken = (): void => localStorage.removeItem(key)
