import { createHmac } from 'node:crypto'

/* What processes on one database must agree about: secrets and the time. Pure, for the start and for operators' checks. */

/** By the name of its variable; the first one signs, all verify. */
export type SecretValues = Readonly<Record<string, readonly string[]>>
export type SecretFingerprints = Readonly<Record<string, readonly string[]>>

export interface OtherServer {
  readonly name: string
  readonly salt: string
  readonly secretFingerprints: SecretFingerprints
}

/** Tells nothing of the secrets without guessing one in full. */
export function fingerprintsOf(secrets: SecretValues, salt: string): SecretFingerprints {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, values]) => [name, values.map(one => fingerprint(one, salt))]),
  )
}

/** Names of secrets with which one of the two could not verify what the other one signs. */
export function differingSecrets(secrets: SecretValues, other: OtherServer): string[] {
  return Object.entries(fingerprintsOf(secrets, other.salt)).flatMap(([name, mine]) => {
    const theirs = other.secretFingerprints[name]
    if (!theirs || (mine.length === 0 && theirs.length === 0)) return []
    const [my, their] = [mine[0], theirs[0]]
    return my && their && theirs.includes(my) && mine.includes(their) ? [] : [name]
  })
}

/** @returns a sentence for each secret that differs. */
export function secretSentences(secrets: SecretValues, others: readonly OtherServer[]): string[] {
  return Object.keys(secrets).flatMap(secret => {
    const names = others.filter(other => differingSecrets(secrets, other).includes(secret))
    if (names.length === 0) return []
    const list = names.map(({ name }) => name).join(', ')
    return `${secret} differs from that of ${list}: neither could verify what the other one signs. Give all processes the same value. To change it, add the new one after a comma everywhere, then put it first everywhere, then remove the old one. A process that was killed counts for ${aliveSeconds} s more.`
  })
}

export const aliveSeconds = 30
/** It is in milliseconds. Windows of the product are minutes and hours; NTP keeps machines within milliseconds. */
export const clockTolerance = 30_000

/** @param ahead milliseconds of this machine's clock before the database's. @returns null within the tolerance. */
export function clockSentence(ahead: number): string | null {
  if (Math.abs(ahead) <= clockTolerance) return null
  const seconds = Math.round(Math.abs(ahead) / 1_000)
  const amount = seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `This machine's clock is ${amount} ${ahead > 0 ? 'ahead of' : 'behind'} the database's. Sessions, codes and rewards go by the time: keep both machines in step with NTP.`
}

const fingerprint = (secret: string, salt: string): string =>
  createHmac('sha256', salt).update(secret).digest('base64url').slice(0, 11)
