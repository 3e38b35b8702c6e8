import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'
import type { AppleKeys, GoogleKey, PassProgram, WalletKeys } from './wallet-keys.ts'

/** It signs with keys that it makes, which no wallet trusts: for demos and tests. */
export function sandboxWalletKeys(): WalletKeys {
  const apple = new Map<string, AppleKeys>()
  let google: GoogleKey | null = null
  return {
    apple(program) {
      const keys = apple.get(program.slug) ?? newChain(program)
      apple.set(program.slug, keys)
      return keys
    },
    google() {
      google ??= { clientEmail: 'passes@sandbox.example', privateKey: newKey() }
      return google
    },
  }
}

const years = 10

/** The certificate names pass type and team as Apple's do. */
function newChain({ settings }: PassProgram): AppleKeys {
  const [issuerKey, key] = [newKey(), newKey()]
  const issuerName = [{ name: 'commonName', value: 'Sandbox issuer of passes' }]
  const names = [
    { type: '0.9.2342.19200300.100.1.1', value: settings.passes.apple?.passTypeId ?? '' },
    { name: 'commonName', value: `Pass Type ID: ${settings.passes.apple?.passTypeId}` },
    { shortName: 'OU', value: settings.passes.apple?.teamId ?? '' },
  ]
  const issued = { issuerKey, issuerName }
  return {
    issuer: certificateOf(issuerKey, issuerName, { ...issued, isIssuer: true }),
    certificate: certificateOf(key, names, { ...issued, isIssuer: false }),
    key,
  }
}

interface Issuing {
  readonly issuerKey: string
  readonly issuerName: forge.pki.CertificateField[]
  readonly isIssuer: boolean
}

function certificateOf(
  key: string,
  subject: forge.pki.CertificateField[],
  { issuerKey, issuerName, isIssuer }: Issuing,
): string {
  const { n, e } = forge.pki.privateKeyFromPem(key)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(n, e)
  certificate.serialNumber = isIssuer ? '01' : '02'
  const begins = new Date()
  certificate.validity.notBefore = begins
  certificate.validity.notAfter = new Date(begins.getTime() + years * 365 * 86_400_000)
  certificate.setSubject(subject)
  certificate.setIssuer(issuerName)
  certificate.setExtensions([{ name: 'basicConstraints', cA: isIssuer }])
  certificate.sign(forge.pki.privateKeyFromPem(issuerKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

const newKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
