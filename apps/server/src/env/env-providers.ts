import type { Variable } from './env-values.ts'

/** These are variables of third parties, by heading of the reference. */
export const providerVariables = {
  'Mail and text messages': {
    SMTP_URL: {
      type: {
        matches: /^smtps?:\/\/\S+$/,
        must: 'be an address such as smtps://user:password@mail.example.com',
      },
      secret: ['worker'],
      required: true,
      fallback: 'mails are files in `DATA_DIR/mail`',
      meaning: 'Mail server, such as `smtps://user:password@mail.example.com` ([mail](mail.md)).',
    },
    RESEND_WEBHOOK_SECRET: {
      type: {
        matches: /^\s*whsec_[\w+/=]{16,}(\s*,\s*whsec_[\w+/=]{16,})*\s*$/,
        must: 'be whsec_ and base64; several are separated by commas',
      },
      secret: ['web'],
      several: true,
      meaning: 'Signs the mail provider’s reports of bounces and complaints (`whsec_…`).',
    },
    TWILIO_ACCOUNT_SID: {
      type: { matches: /^AC[0-9a-f]{32}$/, must: 'be AC and 32 characters' },
      fallback: 'text messages are files in `DATA_DIR/texts`',
      meaning: 'Account for text messages, with `TWILIO_AUTH_TOKEN` ([text messages](text-messages.md)).',
    },
    TWILIO_AUTH_TOKEN: {
      type: 'text',
      secret: ['web', 'worker'],
      several: true,
      meaning: 'Token of that account; Twilio signs its calls with it.',
    },
    TWILIO_URL: {
      type: 'service',
      default: 'https://api.twilio.com',
      meaning: 'Address of the provider.',
    },
    VAPID_PRIVATE_KEY: {
      type: { matches: /^[\w-]{43}$/, must: 'be a private key of P-256: 32 bytes in base64url' },
      secret: ['web', 'worker'],
      fallback: 'notifications are files in `DATA_DIR/pushes`; in production none are offered',
      meaning: 'Key that browsers subscribe to notifications with ([notifications](notifications.md)).',
    },
    ONESIGNAL_APP_IDS: {
      type: 'by partner',
      fallback: 'notifications of native apps are files in `DATA_DIR/pushes`; in production none are offered',
      meaning:
        'OneSignal apps of partners whose native app shows [notifications](notifications.md), with `ONESIGNAL_API_KEYS`.',
    },
    ONESIGNAL_API_KEYS: {
      type: 'by partner',
      secret: ['web', 'worker'],
      meaning: 'Keys of those apps.',
    },
    ONESIGNAL_URL: {
      type: 'service',
      default: 'https://api.onesignal.com',
      meaning: 'Address of the provider.',
    },
  },
  'Partners and providers': {
    CONTENT_TOKENS: {
      type: 'by partner',
      secret: ['web'],
      fallback: 'content comes from partner folders',
      meaning: 'Tokens of ButterCMS accounts ([content](content.md)).',
    },
    CONTENT_URL: {
      type: 'service',
      default: 'https://api.buttercms.com/v2',
      meaning: 'Address of the content service.',
    },
    SSO_CLIENT_SECRETS: {
      type: 'by partner',
      secret: ['web'],
      meaning: 'Client secrets of partners with [single sign-on](single-sign-on.md).',
    },
    SSO_ISSUERS: {
      type: 'addresses by partner',
      meaning: 'Identity providers of this deployment that differ from the partners’ settings.',
    },
    GOOGLE_CLIENT_SECRETS: {
      type: 'by partner',
      secret: ['web'],
      meaning:
        'Client secrets of partners whose members [sign in with Google](sign-in-with-apple-and-google.md).',
    },
    APPLE_SIGN_IN_KEYS: {
      type: {
        matches:
          /^\s*[\w-]+=[A-Z0-9]{10}\.[A-Z0-9]{10}\.[\w+/=]{100,}(\s*,\s*[\w-]+=[A-Z0-9]{10}\.[A-Z0-9]{10}\.[\w+/=]{100,})*\s*$/,
        must: 'list partners and their team id, key id and key, such as "skyward=TEAMID1234.KEYID56789.MIGTAgEA…"',
      },
      secret: ['web'],
      several: true,
      meaning:
        'Team id, key id and private key (base64 of the `.p8` file, in one line) of partners whose members [sign in with Apple](sign-in-with-apple-and-google.md).',
    },
    GOOGLE_ISSUER: {
      type: 'service',
      default: 'https://accounts.google.com',
      meaning: 'Address that stands in for Google.',
    },
    APPLE_ISSUER: {
      type: 'service',
      default: 'https://appleid.apple.com',
      meaning: 'Address that stands in for Apple.',
    },
    SETTLEMENT_SECRETS: {
      type: 'by partner',
      secret: ['web', 'worker'],
      meaning: 'Bearer tokens of partners whose [settlement](settlement.md) is by HTTP.',
    },
    PARTNER_CARDS_SECRETS: {
      type: 'by partner',
      secret: ['web'],
      meaning: 'Bearer tokens of partners that [list their members’ cards](partner-cards.md).',
    },
    WALLET_DIR: {
      type: 'text',
      fallback: 'keys that no wallet trusts sign passes; in production there are none',
      meaning: 'Folder with the certificates and keys of [wallet passes](wallet.md).',
    },
    RECAPTCHA_SECRETS: {
      type: 'by partner',
      secret: ['web'],
      meaning: 'Secret keys of partners whose setting `botCheck` is reCAPTCHA.',
    },
    TREMENDOUS_API_KEY: {
      type: 'text',
      secret: ['web', 'worker'],
      fallback: 'a sandbox pays; in production nothing is paid',
      meaning: 'Key for [payouts](payouts.md), with `TREMENDOUS_CAMPAIGN_ID`.',
    },
    TREMENDOUS_CAMPAIGN_ID: {
      type: 'text',
      meaning: 'Campaign of the payouts.',
    },
    TREMENDOUS_FUNDING_SOURCE: {
      type: 'text',
      default: 'balance',
      meaning: 'What pays for the payouts.',
    },
    TREMENDOUS_URL: {
      type: 'service',
      example: 'https://www.tremendous.com/api/v2',
      fallback: '`https://www.tremendous.com/api/v2`; outside production its sandbox',
      meaning: 'Address of the provider.',
    },
  },
} as const satisfies Record<string, Record<string, Variable>>
