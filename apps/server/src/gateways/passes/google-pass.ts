import { importPKCS8, SignJWT } from 'jose'
import type { GoogleKey } from './wallet-keys.ts'
import type { WalletPass } from './wallet-pass.ts'

interface GooglePassParts {
  readonly issuerId: string
  /** Classes of several programs may have one issuer. */
  readonly programId: string
  readonly key: GoogleKey
  readonly origin: string
  readonly now: Date
}

/** @returns a link to Google that saves the pass, which it carries, signed. */
export async function googlePassLink(pass: WalletPass, parts: GooglePassParts): Promise<string> {
  const { key, origin, now } = parts
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [origin],
    payload: pass.event ? ticketOf(pass, pass.event, parts) : cardOf(pass, parts),
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(key.clientEmail)
    .setAudience('google')
    .setIssuedAt(now)
    .sign(await importPKCS8(key.privateKey, 'RS256'))
  return `https://pay.google.com/gp/v/save/${token}`
}

function cardOf(pass: WalletPass, { issuerId, programId }: GooglePassParts) {
  const classId = `${issuerId}.${programId}-membership`
  return {
    genericClasses: [{ id: classId }],
    genericObjects: [
      {
        id: objectId(pass, issuerId),
        classId,
        state: 'ACTIVE',
        cardTitle: localized(pass.programName),
        header: localized(pass.title.value),
        subheader: localized(pass.title.label),
        logo: picture(pass.iconUrl),
        hexBackgroundColor: pass.colors.background,
        barcode: barcodeOf(pass),
        textModulesData: modulesOf(pass),
      },
    ],
  }
}

/** Google has a class for each event, here for each reservation. */
function ticketOf(pass: WalletPass, event: NonNullable<WalletPass['event']>, { issuerId }: GooglePassParts) {
  const id = objectId(pass, issuerId)
  const classId = `${id}-class`
  const { name, address, latitude, longitude } = event.place
  const [start, end] = [event.startsAt.toISOString(), event.endsAt.toISOString()]
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: pass.programName,
        reviewStatus: 'UNDER_REVIEW',
        eventName: localized(pass.description),
        venue: { name: localized(name), address: localized(address) },
        dateTime: { start, end },
        locations: [{ latitude, longitude }],
        logo: picture(pass.iconUrl),
        hexBackgroundColor: pass.colors.background,
      },
    ],
    eventTicketObjects: [
      {
        id,
        classId,
        state: event.isOver ? 'EXPIRED' : 'ACTIVE',
        barcode: barcodeOf(pass),
        reservationInfo: { confirmationCode: pass.barcode },
        validTimeInterval: { end: { date: end } },
        textModulesData: modulesOf(pass),
      },
    ],
  }
}

/** Google takes letters, digits, dots, hyphens and underscores. */
const objectId = (pass: WalletPass, issuerId: string) => `${issuerId}.${pass.id.replaceAll(/[^\w.-]/g, '-')}`

const localized = (value: string) => ({ defaultValue: { language: 'en-US', value } })

const picture = (uri: string) => ({ sourceUri: { uri } })

const barcodeOf = ({ barcode }: WalletPass) => ({ type: 'QR_CODE', value: barcode, alternateText: barcode })

const modulesOf = ({ fields }: WalletPass) =>
  fields.map(({ key, label, value }) => ({ id: key, header: label, body: value }))
