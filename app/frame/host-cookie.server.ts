import { createCookie, type CookieOptions } from 'react-router'
import { settings } from '#platform/settings/env.ts'

/**
 * A cookie that only this club reads and writes: on https its name makes browsers take it from this very host
 * alone, and not from a neighbour of the same domain.
 */
export const createHostCookie = (name: string, options: CookieOptions) =>
  createCookie(settings.secure ? `__Host-${name}` : name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.secure,
    ...options,
  })
