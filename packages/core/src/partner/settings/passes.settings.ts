import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'

export const passesTopic = defineTopic('Wallet passes', {
  passes: {
    apple: defineSetting({
      schema: z.nullable(
        z.strictObject({
          passTypeId: z
            .string()
            .check(z.regex(/^pass\.[\w.-]{1,100}$/, 'must be such as pass.com.example.dining')),
          teamId: z.string().check(z.regex(/^[A-Z0-9]{10}$/, 'has ten letters and digits')),
        }),
      ),
      default: null,
      label: 'Apple Wallet',
      help: 'Pass type and team of the certificate, which is in the folder WALLET_DIR. Empty where there is none.',
      effect: value =>
        value ? 'Members can add passes where the certificate is there.' : 'Passes are no longer offered.',
    }),
    google: defineSetting({
      schema: z.nullable(
        z.strictObject({
          issuerId: z.string().check(z.regex(/^\d{5,30}$/, 'must be the digits of the issuer')),
        }),
      ),
      default: null,
      label: 'Google Wallet',
      help: 'Issuer of the service account, whose key is in the folder WALLET_DIR. Empty where there is none.',
      effect: value =>
        value ? 'Members can save passes where the key is there.' : 'Passes are no longer offered.',
    }),
  },
})
