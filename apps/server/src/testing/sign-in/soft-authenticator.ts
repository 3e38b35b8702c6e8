import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

interface Ceremony {
  readonly challenge: string
  readonly origin: string
  /** It is that of the host, unless a test lies about it. */
  readonly rpId?: string
  readonly userVerified?: boolean
}

export interface SoftPasskey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: Buffer
  readonly userHandle: string
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()
const rpIdOf = ({ rpId, origin }: Ceremony): string => rpId ?? new URL(origin).hostname

/** It is a passkey of a program, as an authenticator keeps it. */
export function newSoftPasskey(userHandle: string): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const part = (head: number[], value: string) => [Buffer.from(head), Buffer.from(value, 'base64url')]
  // The COSE map is {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...part([0x21, 0x58, 0x20], x),
    ...part([0x22, 0x58, 0x20], y),
  ])
  return { id: randomBytes(16).toString('base64url'), privateKey, publicKey: cose, userHandle }
}

/** The answer of `navigator.credentials.create`. */
export function registrationOf(passkey: SoftPasskey, ceremony: Ceremony) {
  const id = Buffer.from(passkey.id, 'base64url')
  const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, passkey.publicKey])
  const authData = authDataOf(ceremony, 0, credential)
  // The CBOR map is {"fmt": "none", "attStmt": {}, "authData": bytes}.
  const attestation = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x59]),
    uint16(authData.length),
    authData,
  ])
  return answer(passkey, {
    clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal'],
  })
}

/** The answer of `navigator.credentials.get`. */
export function assertionOf(passkey: SoftPasskey, ceremony: Ceremony, counter = 0) {
  const authData = authDataOf(ceremony, counter)
  const client = clientData('webauthn.get', ceremony)
  const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), passkey.privateKey)
  return answer(passkey, {
    clientDataJSON: client.toString('base64url'),
    authenticatorData: authData.toString('base64url'),
    signature: signature.toString('base64url'),
    userHandle: passkey.userHandle,
  })
}

const answer = <R extends object>({ id }: SoftPasskey, response: R) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function authDataOf(ceremony: Ceremony, counter: number, credential?: Buffer): Buffer {
  const flags = 0x01 | (ceremony.userVerified === false ? 0 : 0x04) | (credential ? 0x40 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([
    sha256(rpIdOf(ceremony)),
    Buffer.from([flags]),
    count,
    ...(credential ? [credential] : []),
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
