// What the demo's identity provider uses of oidc-provider, which brings no types of its own.
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  export type Visit = {
    uid: string
    prompt: { name: string }
  }
  export type ProviderContext = {
    type: string
    body: unknown
    set(name: string, value: string): void
    oidc: {
      provider: Provider
      client: { clientId: string }
      session: { accountId: string }
      result?: { login?: unknown }
    }
  }
  type Constructor<Type> = new (properties: { clientId: string; accountId: string }) => Type

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    silent: boolean
    Grant: Constructor<Grant>
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Visit>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { ProviderContext } from 'oidc-provider/lib/provider.js'

  type Prompt = { checks: { add(check: Check): void } }
  type Policy = { get(name: string): Prompt; remove(name: string): void }
  export class Check {
    static REQUEST_PROMPT: boolean
    static NO_NEED_TO_PROMPT: boolean
    constructor(reason: string, description: string, check: (context: ProviderContext) => boolean)
  }
  export function base(): Policy
}
