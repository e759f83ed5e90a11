import { createHmac } from 'node:crypto'
import { fontUrls } from '#app/frame/fonts.ts'
import { settings } from '#platform/settings/env.ts'
import { identityProvider } from '#server/http/identity-provider.ts'
import type { GoogleProvider } from '#sign-in/better-auth/instance.server.ts'

/** Mounts the demo's identity provider at the club's address; returns it as the club's Google. */
export async function createDemoGoogleProvider(authSecret: string): Promise<GoogleProvider> {
  // imported here only, so that a real club loads nothing of the demo
  const { createIdentityProvider } = await import('#demo/identity/provider.ts')
  const issuer = `${settings.publicUrl}/demo/identity`
  const client = {
    clientId: 'palestra-demo',
    clientSecret: createHmac('sha256', authSecret).update('demo identity client').digest('base64url'),
  }
  const redirectUris = demoOrigins().map((origin) => `${origin}/api/auth/callback/google`)
  identityProvider.set(createIdentityProvider({ ...client, issuer, redirectUris, fonts: fontUrls }))
  // the address at which this process reaches itself, whatever address browsers use
  const host = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host
  return {
    ...client,
    authorizationUrl: `${issuer}/auth`,
    discoveryUrl: `http://${host}:${settings.port}/demo/identity/.well-known/openid-configuration`,
  }
}

/** Origins of a demo club: on a loopback address, localhost and 127.0.0.1 are both accepted. */
export const demoOrigins = (): string[] => [
  settings.publicUrl,
  settings.publicUrl.replace('//localhost', '//127.0.0.1'),
]
