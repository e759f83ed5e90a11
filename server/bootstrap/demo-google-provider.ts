import type { GoogleProvider } from '#sign-in/better-auth/instance.server.ts'
import { fontUrls } from '#app/frame/fonts.ts'
import { settings } from '#platform/settings/env.ts'
import { parentRequest } from '#platform/worker-ipc.ts'
import { openIdentityProvider } from '#server/http/identity-provider.ts'

/** Opens the demo's identity provider under the club's own address, and returns it as the Google provider. */
export async function createDemoGoogleProvider(): Promise<GoogleProvider> {
  // loaded here only: a real club never pays for a provider that it does not open
  const { createIdentityProvider } = await import('#demo/identity/provider.ts')
  const { createProviderStore, connectToParentStore } = await import('#demo/identity/provider-store.ts')
  const ask = parentRequest()
  const store = ask ? await connectToParentStore(ask) : createProviderStore()
  const issuer = `${settings.publicUrl}/demo/identity`
  const client = { clientId: 'palestra-demo', clientSecret: store.keys.clientSecret }
  const redirectUri = `${settings.publicUrl}/api/auth/callback/google`
  openIdentityProvider(createIdentityProvider({ ...client, issuer, redirectUri, store, faces: fontUrls }))
  // whatever address browsers use, this process reaches itself where it listens
  const here = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host
  return {
    ...client,
    // browsers reach the club by its own address
    authorizationUrl: `${issuer}/auth`,
    discoveryUrl: `http://${here}:${settings.port}/demo/identity/.well-known/openid-configuration`,
  }
}
