import { checkServerIdentity, connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import { days } from '@dineward/core/shared/clock.ts'
import { reasonOf } from '../db/connection-error.ts'
import { type Finding, ok, problem } from './finding.ts'

const warnDays = 21

/** Of the address that browsers use, so also of a proxy in front. */
export async function checkCertificate(
  name: string,
  address: string,
  now: Date,
  timeoutMs: number,
): Promise<Finding> {
  const check = `certificate of ${name}`
  const { protocol, hostname, port, host } = new URL(address)
  if (protocol !== 'https:') return ok(check, `none: ${address} is http, for this machine only`)
  try {
    const { certificate, refusal } = await peerOf(hostname, Number(port || 443), timeoutMs)
    const sentence =
      certificateProblem(certificate, hostname, now) ?? (refusal ? trustSentence(host, refusal) : null)
    return sentence ? problem(check, sentence) : ok(check, `${host}, valid until ${dayOf(certificate)}`)
  } catch (error) {
    return problem(
      check,
      `${host} does not answer over TLS (${reasonOf(error)}). Look at the proxy in front, its port and the name's address.`,
    )
  }
}

/** @returns null for one that browsers accept for weeks. */
export function certificateProblem(
  certificate: Pick<PeerCertificate, 'valid_from' | 'valid_to' | 'subject' | 'subjectaltname'>,
  hostname: string,
  now: Date,
): string | null {
  const [from, to] = [new Date(certificate.valid_from), new Date(certificate.valid_to)]
  if (to <= now)
    return `The certificate of ${hostname} expired on ${dayOf(certificate)}. Renew it, and load it into the proxy again.`
  if (from > now)
    return `The certificate of ${hostname} is not valid before ${from.toISOString()}. Is this machine's clock right?`
  if (checkServerIdentity(hostname, certificate as PeerCertificate))
    return `The certificate is for ${certificate.subjectaltname ?? certificate.subject.CN}, not for ${hostname}. Get one for that name.`
  const left = Math.floor((to.getTime() - now.getTime()) / days(1))
  return left < warnDays
    ? `The certificate of ${hostname} expires in ${left} days, on ${dayOf(certificate)}. Renew it; look why that did not happen by itself.`
    : null
}

const trustSentence = (host: string, code: string) =>
  `Browsers do not trust the certificate of ${host} (${code}). Use one of a public authority, with its intermediate certificates.`

const dayOf = ({ valid_to }: Pick<PeerCertificate, 'valid_to'>) =>
  new Date(valid_to).toISOString().slice(0, 10)

function peerOf(
  host: string,
  port: number,
  timeoutMs: number,
): Promise<{ certificate: PeerCertificate; refusal: string | null }> {
  return new Promise((resolve, reject) => {
    // Nothing is sent over it: what is wrong with a certificate can only be read from one that is accepted.
    const socket: TLSSocket = connect({ host, port, servername: host, rejectUnauthorized: false }, () => {
      const { authorizationError: refusal } = socket
      resolve({ certificate: socket.getPeerCertificate(), refusal: refusal ? String(refusal) : null })
      socket.destroy()
    })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)))
    socket.once('error', reject)
  })
}
