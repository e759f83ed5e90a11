import { randomBytes } from 'node:crypto'
import type { GoogleProvider } from '../domain/accounts/auth.server.ts'
import { createIdentityProvider } from '../demo/identity/provider.ts'
import { settings } from '../platform/env.ts'
import { openIdentityProvider } from './identity-provider.ts'

/** Opens the demo's identity provider under the club's own address, and tells how it stands in for Google. */
export function demoGoogle(): GoogleProvider {
  const issuer = `${settings.publicUrl}/demo/identity`
  const client = { clientId: 'palestra-demo', clientSecret: randomBytes(24).toString('base64url') }
  const redirectUri = `${settings.publicUrl}/api/auth/callback/google`
  openIdentityProvider(createIdentityProvider({ ...client, issuer, redirectUri }))
  // this process reaches itself on loopback, whatever address browsers use
  return {
    ...client,
    discoveryUrl: `http://127.0.0.1:${settings.port}/demo/identity/.well-known/openid-configuration`,
  }
}
