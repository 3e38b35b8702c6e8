import { PKPass } from 'passkit-generator'
import type { AppleKeys } from './wallet-keys.ts'
import type { WalletPass } from './wallet-pass.ts'

export interface AppleProgram {
  readonly passTypeId: string
  readonly teamId: string
}

/** Sides in pixels of what Apple asks for. */
export const applePictures = {
  'icon.png': 29,
  'icon@2x.png': 58,
  'icon@3x.png': 87,
  'logo.png': 50,
  'logo@2x.png': 100,
  'logo@3x.png': 150,
} as const
export type ApplePictures = Readonly<Record<keyof typeof applePictures, Buffer>>

interface ApplePassParts {
  readonly program: AppleProgram
  readonly keys: AppleKeys
  readonly pictures: ApplePictures
}

/** @returns a signed `.pkpass`. */
export function signApplePass(pass: WalletPass, { program, keys, pictures }: ApplePassParts): Buffer {
  const { id, programName, description, title, fields, barcode, colors, event } = pass
  const signed = new PKPass(
    { ...pictures },
    { wwdr: keys.issuer, signerCert: keys.certificate, signerKey: keys.key },
    {
      serialNumber: id,
      passTypeIdentifier: program.passTypeId,
      teamIdentifier: program.teamId,
      organizationName: programName,
      logoText: programName,
      description,
      backgroundColor: rgb(colors.background),
      foregroundColor: rgb(colors.text),
      labelColor: rgb(colors.text),
      ...(event?.isOver ? { voided: true } : {}),
    },
  )
  signed.type = event ? 'eventTicket' : 'generic'
  signed.primaryFields.push(title)
  signed.secondaryFields.push(...fields.slice(0, 2))
  signed.auxiliaryFields.push(...fields.slice(2))
  signed.setBarcodes({
    message: barcode,
    format: 'PKBarcodeFormatQR',
    messageEncoding: 'iso-8859-1',
    altText: barcode,
  })
  if (event) {
    const { latitude, longitude, name } = event.place
    signed.setRelevantDate(event.startsAt)
    signed.setExpirationDate(event.endsAt)
    signed.setLocations({ latitude, longitude, relevantText: name })
  }
  return signed.getAsBuffer()
}

function rgb(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${red}, ${green}, ${blue})`
}
