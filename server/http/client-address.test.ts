import { describe, expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('client address', () => {
  const headers = new Headers({ 'x-forwarded-for': '198.51.100.1, 203.0.113.9' })

  test('is the connection’s, whatever a header claims', () => {
    expect(clientAddress({ remoteAddress: '192.0.2.1', headers }, false)).toBe('192.0.2.1')
  })

  test('is what the trusted proxy wrote last, not what the sender wrote first', () => {
    expect(clientAddress({ remoteAddress: '192.0.2.1', headers }, true)).toBe('203.0.113.9')
    expect(clientAddress({ remoteAddress: '192.0.2.1', headers: new Headers() }, true)).toBe('192.0.2.1')
    expect(clientAddress({ remoteAddress: undefined, headers: new Headers() }, false)).toBe('unknown')
  })
})
