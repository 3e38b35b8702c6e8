import type { Partner } from '@dineward/core/partner/partner.ts'

/** They are in PEM. */
export interface AppleKeys {
  readonly certificate: string
  readonly key: string
  /** Apple's intermediate certificate, which signed the certificate. */
  readonly issuer: string
}

/** It is of a service account. */
export interface GoogleKey {
  readonly clientEmail: string
  /** PEM of PKCS #8, for RS256. */
  readonly privateKey: string
}

export type PassProgram = Pick<Partner, 'slug' | 'settings'>

/** What signs the passes of a program; null where it has nothing to sign with. */
export interface WalletKeys {
  apple(program: PassProgram): AppleKeys | null
  google(program: PassProgram): GoogleKey | null
}

export const noWalletKeys: WalletKeys = { apple: () => null, google: () => null }
