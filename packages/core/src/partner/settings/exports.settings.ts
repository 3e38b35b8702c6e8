import * as z from 'zod/mini'
import { defineSetting, defineTopic, type ValueOf } from './define-setting.ts'

export const exportedTables = ['members', 'dines', 'entries', 'restaurants'] as const
export type ExportedTable = (typeof exportedTables)[number]
export const exportFormats = ['ndjson', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

const accountCode = z
  .string()
  .check(z.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,31}$/, 'must be an account code such as 2100 or 21-00.4'))

const defineAccount = (label: string, fallback: string, help = '') =>
  defineSetting({
    needsTwoPeople: true,
    schema: accountCode,
    default: fallback,
    label,
    help,
    effect: () => 'Applies to journals from now on, also of months before.',
  })

const nextExport = () => 'Applies to the next export. Files that were written stay as they are.'

export const exportsTopic = defineTopic('General ledger and exports', {
  generalLedger: {
    memberRewards: defineAccount('Account: owed to members', '2100', 'The liability.'),
    payoutsInFlight: defineAccount('Account: payouts on their way', '2110'),
    settledRewards: defineAccount('Account: credited by the partner', '2120'),
    statementCredits: defineAccount('Account: paid by the payout provider', '1010'),
    partnerRewards: defineAccount('Account: rewards that the partner pays', '1200'),
    costs: {
      dines: defineAccount('Cost: rewards of dines', '5100', 'Costs may share an account.'),
      bonuses: defineAccount('Cost: bonuses and offers', '5110'),
      referrals: defineAccount('Cost: referrals', '5120'),
      adjustments: defineAccount('Cost: adjustments', '5130'),
      returned: defineAccount('Cost: given up by erased members', '5190', 'It lowers the cost.'),
    },
  },
  exports: {
    to: defineSetting({
      needsTwoPeople: true,
      schema: z.nullable(
        z
          .string()
          .check(
            z.regex(
              /^(folder|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9][\w-]*)*)$/,
              'must be “folder”, or a bucket such as s3://warehouse/dineward',
            ),
          ),
      ),
      default: null,
      label: 'Export tables to',
      help: '“folder” is the folder exports of the data folder; else a bucket such as s3://warehouse/dineward. Empty: not by schedule.',
      effect: value =>
        value === null
          ? 'Tables are no longer exported by schedule.'
          : 'Tables are exported there each day. A new place begins with every row.',
    }),
    hour: defineSetting({
      schema: z.int().check(z.minimum(0), z.maximum(23)),
      default: 3,
      label: 'Hour of the export',
      help: '0 to 23, in the time zone of the program.',
      effect: nextExport,
    }),
    tables: defineSetting({
      needsTwoPeople: true,
      schema: z.array(z.enum(exportedTables)),
      default: [...exportedTables],
      label: 'Tables to export',
      help: 'Members come without names, addresses and numbers.',
      effect: nextExport,
    }),
    format: defineSetting({
      schema: z.enum(exportFormats),
      default: 'ndjson',
      label: 'Format of the files',
      help: 'NDJSON or CSV, in gzip.',
      effect: nextExport,
    }),
  },
})

export type GeneralLedger = ValueOf<typeof exportsTopic.settings>['generalLedger']
