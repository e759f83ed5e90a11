import { generateKeyPairSync, sign } from 'node:crypto'

// The parts of X.509 that a server certificate needs. Node creates keys and signatures but no certificates.
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const objectId = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`))

const commonName = objectId('550403')
const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))

/** Creates a key and a self-signed certificate for `localhost`, valid for a day. */
export function createSelfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('localhost')))))
  const day = 24 * 60 * 60 * 1000
  const validity = sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day)))
  const [serial, subjectKey] = [
    der(0x02, Buffer.from([1])),
    publicKey.export({ type: 'spki', format: 'der' }),
  ]
  const content = sequence(serial, ecdsaWithSha256, name, validity, name, subjectKey)
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const cert = sequence(content, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${cert}\n-----END CERTIFICATE-----\n`,
  }
}
