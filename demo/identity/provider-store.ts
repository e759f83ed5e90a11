import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { handleMessage, type SendRequest } from '#platform/worker-ipc.ts'
import { memoryAdapter } from './memory-adapter.ts'

/** What the provider keeps and signs with: in a club of several processes the same for all of them. */
export type ProviderStore = {
  adapter: new (kind: string) => unknown
  keys: { signing: object; cookies: string; clientSecret: string }
}

/** For a club of one process, and for the parent of several. */
export function createProviderStore(): Omit<ProviderStore, 'adapter'> & {
  adapter: ReturnType<typeof memoryAdapter>
} {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = () => randomBytes(32).toString('base64url')
  return {
    adapter: memoryAdapter(),
    keys: { signing: privateKey.export({ format: 'jwk' }), cookies: secret(), clientSecret: secret() },
  }
}

type AdapterMethod = Exclude<keyof InstanceType<ReturnType<typeof memoryAdapter>>, symbol>
const methods: AdapterMethod[] = [
  'upsert',
  'find',
  'findByUid',
  'findByUserCode',
  'consume',
  'destroy',
  'revokeByGrantId',
]

/** Keeps it for the other processes of this club. */
export function shareProviderStore(): void {
  const { adapter: Adapter, keys } = createProviderStore()
  handleMessage('identity keys', () => keys)
  handleMessage('identity', (kind: string, method: AdapterMethod, words: unknown[]): unknown => {
    const keeper = new Adapter(kind)
    return Reflect.apply(keeper[method], keeper, words)
  })
}

/** That of the parent. */
export async function connectToParentStore(ask: SendRequest): Promise<ProviderStore> {
  const keys = await ask<ProviderStore['keys']>('identity keys')
  /** Made with `new`, as the library makes its own. */
  function SharedAdapter(kind: string) {
    const ofKind =
      (method: AdapterMethod) =>
      (...words: unknown[]) =>
        ask('identity', kind, method, words)
    return Object.fromEntries(methods.map((method) => [method, ofKind(method)]))
  }
  return { keys, adapter: SharedAdapter as unknown as ProviderStore['adapter'] }
}
