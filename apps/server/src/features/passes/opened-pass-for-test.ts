import { createHash, createVerify, X509Certificate } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import forge from 'node-forge'
import type { AppleKeys } from '../../gateways/passes/wallet-keys.ts'

export interface OpenedPass {
  readonly pass: Record<string, unknown>
  /** The names of its files but manifest and signature. */
  readonly files: readonly string[]
  /** Those of the manifest whose hash is not that of their file. */
  readonly wrongHashes: readonly string[]
  readonly isSigned: boolean
}

interface SignedData {
  readonly certificates: forge.pki.Certificate[]
  readonly rawCapture: { readonly authenticatedAttributes: forge.asn1.Asn1[]; readonly signature: string }
}

/** As a wallet does: each hash of the manifest, the signature of the manifest, and who signed. */
export function openPass(file: Buffer, keys: AppleKeys): OpenedPass {
  const { 'manifest.json': manifest, signature, ...files } = unzipSync(file)
  const hashes = JSON.parse(strFromU8(manifest!)) as Record<string, string>
  const names = [...new Set([...Object.keys(files), ...Object.keys(hashes)])]
  return {
    pass: JSON.parse(strFromU8(files['pass.json']!)),
    files: Object.keys(files).toSorted(),
    wrongHashes: names.filter(
      name => hashes[name] !== sha1(files[name] ?? new Uint8Array(0)).toString('hex'),
    ),
    isSigned: isSignedBy(keys, manifest!, signature!),
  }
}

const sha1 = (bytes: Uint8Array): Buffer => createHash('sha1').update(bytes).digest()

/** The attributes that are signed have the hash of the manifest; the certificate is of the issuer. */
function isSignedBy(keys: AppleKeys, manifest: Uint8Array, signature: Uint8Array): boolean {
  const der = forge.util.createBuffer(Buffer.from(signature).toString('binary'))
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der)) as unknown as SignedData
  const { authenticatedAttributes, signature: bytes } = message.rawCapture
  const set = forge.asn1.create(
    forge.asn1.Class.UNIVERSAL,
    forge.asn1.Type.SET,
    true,
    authenticatedAttributes,
  )
  const attributes = forge.asn1.toDer(set).getBytes()
  const certificate = new X509Certificate(keys.certificate)
  const isIncluded = message.certificates.some(
    one => forge.pki.certificateToPem(one).replaceAll('\r', '') === keys.certificate.replaceAll('\r', ''),
  )
  return (
    isIncluded &&
    certificate.verify(new X509Certificate(keys.issuer).publicKey) &&
    attributes.includes(sha1(manifest).toString('binary')) &&
    createVerify('RSA-SHA1')
      .update(Buffer.from(attributes, 'binary'))
      .verify(certificate.publicKey, Buffer.from(bytes, 'binary'))
  )
}
