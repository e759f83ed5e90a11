import ipaddr from 'ipaddr.js'

export type Networks = {
  /** An IPv4 address, or a whole /64 of IPv6: a home or a phone has all of it. */
  one: string
  /** The /48 around it, which some get for nothing, with 65,536 networks; null for IPv4. */
  site: string | null
}

/** Which networks an address counts as; what is no address, such as 'unknown', counts as itself. */
export function networksOf(from: string): Networks {
  // some proxies write the port, which is another one for each connection
  const plain = from.replace(/^\[|\](:\d+)?$/g, '').replace(/^([\d.]+):\d+$/, '$1')
  if (!ipaddr.isValid(plain)) return { one: from, site: null }
  const address = ipaddr.process(plain)
  if (address.kind() === 'ipv4') return { one: address.toString(), site: null }
  const bytes = address.toByteArray()
  return { one: bytes.slice(0, 8).join(), site: bytes.slice(0, 6).join() }
}
