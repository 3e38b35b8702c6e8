import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppleKeys, GoogleKey, WalletKeys } from './wallet-keys.ts'

/**
 * A folder for each program, by its name, as docs/wallet.md says. They are read once, at the start.
 * @throws a sentence that names the file which cannot be used
 */
export function folderWalletKeys(folder: string): WalletKeys {
  const programs = programsIn(folder)
  const apple = new Map(programs.map(name => [name, readApple(join(folder, name))]))
  const google = new Map(programs.map(name => [name, readGoogle(join(folder, name))]))
  return {
    apple: ({ slug }) => apple.get(slug) ?? null,
    google: ({ slug }) => google.get(slug) ?? null,
  }
}

function programsIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
      entry.isDirectory() ? entry.name : [],
    )
  } catch {
    throw new Error(`WALLET_DIR is "${folder}", which cannot be read.`)
  }
}

function readApple(folder: string): AppleKeys | null {
  const [certificate, key, issuer] = ['apple-certificate.pem', 'apple-key.pem', 'apple-issuer.pem'].map(
    name => join(folder, name),
  ) as [string, string, string]
  if (!existsSync(certificate)) return null
  const signed = readWith(certificate, pem => new X509Certificate(pem))
  const privateKey = readWith(key, pem => createPrivateKey(pem))
  const intermediate = readWith(issuer, pem => new X509Certificate(pem))
  if (privateKey.value.asymmetricKeyType !== 'rsa') throw new Error(`${key} is no RSA key.`)
  if (!signed.value.checkPrivateKey(privateKey.value))
    throw new Error(`${key} is not the key of ${certificate}.`)
  if (!signed.value.verify(intermediate.value.publicKey))
    throw new Error(`${issuer} is not the certificate that signed ${certificate}.`)
  return { certificate: signed.text, key: privateKey.text, issuer: intermediate.text }
}

function readGoogle(folder: string): GoogleKey | null {
  const file = join(folder, 'google-service-account.json')
  if (!existsSync(file)) return null
  const { value } = readWith(file, text => {
    const account = JSON.parse(text) as { client_email?: unknown; private_key?: unknown }
    const { client_email: clientEmail, private_key: privateKey } = account
    if (typeof clientEmail !== 'string' || typeof privateKey !== 'string') throw new Error('it lacks a field')
    createPrivateKey(privateKey)
    return { clientEmail, privateKey }
  })
  return value
}

/** The cause is left out: it may quote the key. */
function readWith<T>(file: string, parse: (text: string) => T): { readonly text: string; readonly value: T } {
  try {
    const text = readFileSync(file, 'utf8')
    return { text, value: parse(text) }
  } catch {
    throw new Error(`${file} cannot be read as what its name says.`)
  }
}
