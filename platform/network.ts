import ipaddr from 'ipaddr.js'

export type Networks = {
  /** An IPv4 address, or a /64 of IPv6, the size of one home or phone. */
  one: string
  /** The /48 around it, with 65,536 networks, which some providers assign for free; null for IPv4. */
  site: string | null
}

/** Returns the networks of an address. Text that is not an address, such as 'unknown', is a network of its own. */
export function networksOf(from: string): Networks {
  // some proxies append the port, which differs for each connection
  const plain = from.replace(/^\[|\](:\d+)?$/g, '').replace(/^([\d.]+):\d+$/, '$1')
  if (!ipaddr.isValid(plain)) return { one: from, site: null }
  const address = ipaddr.process(plain)
  if (address.kind() === 'ipv4') return { one: address.toString(), site: null }
  const bytes = address.toByteArray()
  return { one: bytes.slice(0, 8).join(), site: bytes.slice(0, 6).join() }
}
