// Invalid and malicious values for requests, reproducible by seed.

export type FuzzValues = ReturnType<typeof createFuzzValues>

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '\u202e\u200b\ufeff',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  "' or 1=1; --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  'https://elsewhere.example/a.png',
  '00000000-0000-0000-0000-000000000000',
  'pi_sandbox_000000000000000000000000_secret_x',
  '👩‍👩‍👧‍👦'.repeat(50),
  'x'.repeat(5_000),
  'é'.repeat(300),
  '4242424242424242',
  'silver',
]
const numbers = [0, -0, 1, -1, 0.1, 70.005, 50, 70, 1e21, -1e308, 2 ** 31, 2 ** 53, Number.MIN_VALUE]

/** Returns generators of odd values, determined by the seed. */
export function createFuzzValues(seed: number) {
  // mulberry32, a small pseudorandom number generator
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const chance = (share: number) => random() < share
  const whole = (below: number) => Math.floor(random() * below)
  const one = <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item

  const value = (depth = 0): unknown => {
    switch (whole(depth > 3 ? 5 : 8)) {
      case 0:
        return one(texts)
      case 1:
        return one(numbers)
      case 2:
        return one([null, true, false])
      case 3:
        return String.fromCharCode(...Array.from({ length: whole(20) }, () => whole(65_536)))
      case 4:
        return random() * 10 ** whole(12)
      case 5:
        return Array.from({ length: whole(6) }, () => value(depth + 1))
      case 6:
        return { toString: value(depth + 1), valueOf: null, length: value(depth + 1) }
      default:
        return Object.fromEntries(
          Array.from({ length: whole(5) }, () => [
            one([...texts, '_id', 'price', 'email', 'then']),
            value(depth + 1),
          ]),
        )
    }
  }

  /** Returns the body with fields changed, removed or added. */
  const changed = (like: unknown, known: readonly string[]): unknown => {
    if (Array.isArray(like)) return like.map((each) => changed(each, known))
    if (typeof like !== 'object' || like === null) {
      if (chance(0.75)) return like
      return chance(0.4) ? one(known) : value()
    }
    const kept = Object.entries(like).filter(() => chance(0.93))
    const fields = kept.map(([name, field]) => [name, chance(0.1) ? value() : changed(field, known)])
    if (chance(0.15)) fields.push([one(texts), value()])
    return Object.fromEntries(fields)
  }

  const json = (like: unknown, known: readonly string[]): Buffer => {
    const written = JSON.stringify(chance(0.9) ? changed(like, known) : value()) ?? ''
    if (chance(0.05)) return Buffer.from(written.replace('{', '{"__proto__":{"role":"admin"},'))
    if (chance(0.02)) return Buffer.from(`${'{"cls":'.repeat(5_000)}1${'}'.repeat(5_000)}`)
    if (chance(0.02)) return Buffer.from(`{"cls":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
    if (chance(0.03)) return Buffer.from(written.slice(0, whole(written.length)))
    if (chance(0.02)) return Buffer.from(JSON.stringify({ caption: 'x'.repeat(200_000) }))
    return Buffer.from(written)
  }

  const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
  const pathPart = () =>
    chance(0.5)
      ? encoded(one(texts)).slice(0, 4_000)
      : one([
          '%',
          '%zz',
          '%E0%A4%A',
          '%00',
          '%ff@x',
          '..%2f..',
          '.',
          '..',
          '%2e%2e',
          '*',
          ':parameter',
          '{id}',
          ';',
          '@',
        ])
  const query = (names: readonly string[]) =>
    `?${Array.from({ length: 1 + whole(4) }, () => `${one(names)}=${chance(0.5) ? whole(200) : encoded(one(texts)).slice(0, 2_000)}`).join('&')}`

  return {
    chance,
    one,
    json,
    pathPart,
    query,
    bytes: () => Buffer.from(Array.from({ length: whole(2_000) }, () => whole(256))),
    mediaType: () =>
      one([
        '',
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'multipart/form-data; boundary=x',
        'multipart/form-data; boundary=',
        'application/json; charset=utf-16',
        'application/problem+json',
        'application/json, text/html',
        'x'.repeat(1_000),
      ]),
    headerText: () =>
      one(['', 'Bearer', 'Bearer ', 'bearer a.b.c', 'Basic eDp5', '*', 'W/', '"', 'x'.repeat(3_000)]),
  }
}
