// Storage of the bearer token. Separate from the calls, because every page clears it after signing out.

const storageKey = 'token'

export const readStoredToken = (): string | null => localStorage.getItem(storageKey)

export const storeToken = (token: string): void => localStorage.setItem(storageKey, token)

export const clearStoredToken = (): void => localStorage.removeItem(storageKey)
