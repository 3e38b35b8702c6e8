import { Duplex } from 'node:stream'
import { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/*
 * Files of a backup are in the format of age (age-encryption.org), each by itself: any program of age opens them too.
 */

export const sealedSuffix = '.age'

export interface BackupKeys {
  /** Who can open what is written; empty: it is not encrypted. */
  readonly recipients: readonly string[]
  /** Open what is read. */
  readonly identities: readonly string[]
}

/** Null means that it is not encrypted. */
export type Recipients = readonly string[] | null
export type Identities = readonly string[] | null

/** @throws a sentence for what is no recipient. */
export function recipientsOf({ recipients }: BackupKeys): Recipients {
  try {
    encrypterFor(recipients)
  } catch (cause) {
    throw new Error('BACKUP_RECIPIENT is not the public key of an age key. Copy all of it.', { cause })
  }
  return recipients.length > 0 ? recipients : null
}

/** @throws a sentence where there is none. */
export function identitiesOf(folder: string, { identities }: BackupKeys): readonly string[] {
  if (identities.length === 0)
    throw new Error(
      `${folder} is encrypted: set BACKUP_IDENTITY_FILE to the file of a key that it is encrypted for.`,
    )
  try {
    decrypterFor(identities)
  } catch (cause) {
    throw new Error('BACKUP_IDENTITY is not an age key. Copy all of it.', { cause })
  }
  return identities
}

export function encrypterFor(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return encrypter
}

export function decrypterFor(identities: readonly string[]): Decrypter {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter
}

type Bytes = Uint8Array<ArrayBuffer>

/** The streams are for a pipeline, and hold some hundred KB of a file of any size. */
export function sealing(recipients: Recipients): Duplex[] {
  if (recipients === null) return []
  return [through(source => encrypterFor(recipients).encrypt(source))]
}

export function opening(identities: Identities): Duplex[] {
  if (identities === null) return []
  return [through(source => decrypterFor(identities).decrypt(source))]
}

const through = (work: (source: ReadableStream<Bytes>) => Promise<AsyncIterable<Uint8Array>>): Duplex =>
  Duplex.from(async function* (source: AsyncIterable<Bytes>) {
    for await (const part of await work(WebStream.from(source) as ReadableStream<Bytes>)) yield part
  })
