// Where a browser keeps the bearer token of its calls. Apart from those: every page forgets it when nobody is signed in.

const storageKey = 'token'

export const readStoredToken = (): string | null => localStorage.getItem(storageKey)

export const storeToken = (token: string): void => localStorage.setItem(storageKey, token)

/** Nobody is signed in. */
export const clearStoredToken = (): void => localStorage.removeItem(storageKey)
