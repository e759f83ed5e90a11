import { createCookie, type CookieOptions } from 'react-router'
import { settings } from '#platform/settings/env.ts'

/**
 * Creates a cookie with the `__Host-` prefix on https, so that browsers accept it from this host only and not
 * from a sibling of the same domain.
 */
export const createHostCookie = (name: string, options: CookieOptions) =>
  createCookie(settings.secure ? `__Host-${name}` : name, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: settings.secure,
    ...options,
  })
