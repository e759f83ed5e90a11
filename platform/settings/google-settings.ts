export type GoogleSettings = { clientId: string; clientSecret: string; discoveryUrl: string }

const googleDiscovery = 'https://accounts.google.com/.well-known/openid-configuration'

type GoogleVariables = Partial<
  Record<'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_DISCOVERY_URL', string | undefined>
>

/** Reads the Google client, or null. Adds errors to `problems`. */
export function readGoogleSettings(given: GoogleVariables, problems: string[]): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be given together.')
    return null
  }
  const discoveryUrl = given.GOOGLE_DISCOVERY_URL ?? googleDiscovery
  if (!URL.canParse(discoveryUrl)) problems.push('GOOGLE_DISCOVERY_URL must be an address.')
  return { clientId, clientSecret, discoveryUrl }
}
