import {
  type CardNetwork,
  cardNetworks,
  networkLabel,
} from '@dineward/core/rewards/reports/networks.rules.ts'
import { providerVariables } from './env-providers.ts'
import { staffVariables } from './env-staff.ts'
import type { Variable } from './env-values.ts'

export const webhookVariableOf = <N extends CardNetwork>(network: N) =>
  `${network.toUpperCase() as Uppercase<N>}_WEBHOOK_SECRET` as const

const webhookVariables = Object.fromEntries(
  cardNetworks.map((network, index): [string, Variable] => [
    webhookVariableOf(network),
    {
      type: 'text',
      secret: ['web'],
      several: true,
      ...(index === 0
        ? { required: true, fallback: 'generated in `DATA_DIR`' }
        : { fallback: 'generated in `DATA_DIR`; in production its events are refused' }),
      meaning: `Shared with ${networkLabel(network)}, a [card network](operating.md#card-events), which signs its events.`,
    },
  ]),
) as Record<ReturnType<typeof webhookVariableOf<CardNetwork>>, Variable>

/**
 * It has every variable of the environment, by heading and in the order of the reference (docs/configuration.md), which
 * `node scripts/configuration.ts` generates from it.
 */
export const variableGroups = {
  Start: {
    APP_ENV: {
      type: { choice: ['demo', 'staging', 'production'] },
      default: 'demo',
      meaning:
        'What the product runs as. `demo` loads demo data; `staging` and `production` answer at the `hostNames` of each partner; `production` generates nothing and refuses to start without what it needs.',
    },
    ROLE: {
      type: { choice: ['all', 'web', 'worker'] },
      default: 'all',
      meaning:
        'What this process does: `web` serves visitors, `worker` runs jobs and answers health checks and metrics at its port, `all` does both. The embedded database belongs to one process, which is `all`.',
    },
    PORT: { type: 'port', default: '3000', meaning: 'Port of the product.' },
    HOST: {
      type: 'text',
      fallback: '`localhost`; in production all',
      meaning: 'Address to listen on.',
    },
    PUBLIC_URL: {
      type: 'origin',
      required: true,
      fallback: '`http://localhost:PORT`',
      meaning: 'Where browsers and the card network find the product; https in production.',
    },
    CONSOLE_HOSTS: {
      type: {
        matches: /^[\w.-]+(\s*,\s*[\w.-]+)*$/,
        must: 'list host names such as console.example.com, without scheme and port',
      },
      fallback: 'in the demo `console.localhost`; elsewhere there is no console',
      meaning: 'Host names of the staff’s console, separated by commas; none of a partner.',
    },
    API_HOSTS: {
      type: {
        matches: /^[\w.-]+(\s*,\s*[\w.-]+)*$/,
        must: 'list host names such as api.example.com, without scheme and port',
      },
      fallback: 'in the demo `api.localhost`; elsewhere there is no partner API',
      meaning: 'Host names of the partner API, separated by commas; none of a partner.',
    },
    TRUST_PROXY: {
      type: 'flag',
      meaning:
        'Set to `1` behind one proxy that sets `X-Forwarded-For` and `X-Forwarded-Proto`: the client’s address is the last one there.',
    },
    DEFAULT_PARTNER: {
      type: 'text',
      default: 'skyward',
      meaning:
        'Partner of a host that names none, in the demo; and of commands without `--partner` that are of one partner.',
    },
  },
  Data: {
    DATABASE_URL: {
      type: 'database',
      secret: ['web', 'worker', 'migration'],
      required: true,
      fallback: 'the embedded database in `DATA_DIR`',
      meaning:
        'PostgreSQL, such as `postgres://user:password@host/dineward`; of [several hosts](operating.md#a-lost-primary), `one:5432,two:5432`, the one that takes writes.',
    },
    DATABASE_DIRECT_URL: {
      type: 'database',
      secret: ['web', 'worker'],
      fallback: '`DATABASE_URL` is the database itself',
      meaning:
        'The database itself, where `DATABASE_URL` is a [pooler](operating.md#a-pooler) in transaction mode: for notifications and for what takes long.',
    },
    DATABASE_OWNER_URL: {
      type: 'database',
      secret: ['migration'],
      reader: 'migration',
      fallback: 'the user in `DATABASE_URL` owns the tables',
      meaning:
        'The same database as the [user that owns the tables](operating.md#two-database-roles), for `npm run migrate`, `restore` and nothing else.',
    },
    DATABASE_READ_URL: {
      type: 'database',
      secret: ['web', 'worker'],
      fallback: 'everything is read from `DATABASE_URL`',
      meaning:
        'A [streaming replica](operating.md#a-read-replica) of the same database, for reports, insight, exports and loading the search index.',
    },
    DATABASE_READ_MAX_LAG: {
      type: { matches: /^([5-9]|[1-9]\d{1,3})$/, must: 'must be whole seconds from 5 to 9999' },
      default: '30',
      meaning: 'Seconds; where the replica is further behind, the primary is read.',
    },
    DATABASE_TLS: {
      type: { choice: ['verify-full', 'require', 'off'] },
      fallback: '`verify-full` beyond this machine, nothing on it',
      meaning:
        'How connections to PostgreSQL are encrypted, whatever `sslmode` the addresses name: with the server’s certificate verified, without, or not at all.',
    },
    DATABASE_CA: {
      type: 'text',
      fallback: 'the authorities that Node knows',
      meaning: 'File with the certificate of the authority that signed the database’s.',
    },
    DATA_DIR: {
      type: 'text',
      default: '.data',
      meaning:
        'Embedded database, image cache, receipts, generated secrets, last good content, outgoing mail without a mail server, files exchanged with partners; only the account that runs the product may read it.',
    },
    BACKUP_RECIPIENT: {
      type: {
        matches: /^age1[\da-z]{50,}(\s*,\s*age1[\da-z]{50,})*$/,
        must: 'be the public key of an age key, such as age1…; several are separated by commas',
      },
      fallback: 'backups are not encrypted, and in production refused without `--plain`',
      meaning:
        'For whom [backups](operating.md#encrypted-backups) are encrypted: the public key of an age key (`age1…`), no secret; several are separated by commas, and each opens them.',
    },
    BACKUP_IDENTITY: {
      type: {
        matches: /AGE-SECRET-KEY-(PQ-)?1[\dA-Z]{50,}/,
        must: 'hold an age key, such as AGE-SECRET-KEY-1…',
      },
      secret: ['restore'],
      reader: 'restore',
      meaning:
        'The key that opens those backups, or several, as `age-keygen` writes them. Set it while `npm run restore` needs it, and keep it elsewhere.',
    },
    PHOTO_STORE_URL: {
      type: 'service',
      example: 'https://s3.us-east-1.amazonaws.com/photos',
      fallback: '`DATA_DIR/photos`',
      meaning:
        'Bucket for photos at an S3-compatible service, with `PHOTO_STORE_KEY_ID` and `PHOTO_STORE_SECRET`.',
    },
    PHOTO_STORE_KEY_ID: { type: 'text', meaning: 'Key of the bucket.' },
    PHOTO_STORE_SECRET: { type: 'text', secret: ['web', 'worker'], meaning: 'Secret of that key.' },
    PHOTO_STORE_REGION: { type: 'text', default: 'us-east-1', meaning: 'Region of the bucket.' },
    EXPORT_STORE_URL: {
      type: 'service',
      example: 'https://s3.us-east-1.amazonaws.com',
      fallback: 'exports go to folders only',
      meaning:
        'S3-compatible service with the buckets that [tables are exported to](exports.md), without a bucket, with `EXPORT_STORE_KEY_ID` and `EXPORT_STORE_SECRET`.',
    },
    EXPORT_STORE_KEY_ID: { type: 'text', meaning: 'Key of those buckets.' },
    EXPORT_STORE_SECRET: { type: 'text', secret: ['web', 'worker'], meaning: 'Secret of that key.' },
    EXPORT_STORE_REGION: { type: 'text', default: 'us-east-1', meaning: 'Region of those buckets.' },
  },
  Secrets: {
    APP_SECRET: {
      type: 'text',
      secret: ['web', 'worker'],
      several: true,
      required: true,
      fallback: 'generated in `DATA_DIR`',
      meaning:
        'The product’s own: [a key for each use](security.md#secrets) is made of it, such as the one that signs anti-forgery tokens.',
    },
    CARD_TOKEN_SECRET: {
      type: 'text',
      secret: ['web', 'card frame'],
      several: true,
      required: true,
      fallback: 'generated in `DATA_DIR`',
      meaning: 'Shared by the product and the card frame: proves that a card token came from the frame.',
    },
    ...webhookVariables,
    PASSWORD_COST: {
      type: 'text',
      fallback: '`m=19456,t=2,p=1`',
      meaning:
        'Cost of argon2id: KiB of memory, passes, lanes. Passwords are hashed again at the next sign-in when it changes.',
    },
    BREACHED_PASSWORDS_URL: {
      type: 'service',
      example: 'https://api.pwnedpasswords.com',
      fallback: 'not asked',
      meaning: 'Range API of breached passwords; new passwords found there are refused.',
    },
    MALWARE_SCANNER_URL: {
      type: {
        matches: /^(clamds?:\/\/([\w.-]+|\[[\da-f:]+\]):\d{1,5}|clamd:\/\/\/\S+)$/i,
        must: 'be clamd://localhost:3310, a socket as in clamd:///run/clamav/clamd.ctl, or clamds://scanner.example.com:3310 with TLS',
      },
      fallback: 'files are not scanned',
      meaning:
        'ClamAV’s daemon, which scans what members and staff [send](security.md#files-that-members-send): `clamd://localhost:3310`, its socket `clamd:///run/clamav/clamd.ctl`, or `clamds://scanner.example.com:3310` where TLS ends before it.',
    },
  },
  'Outgoing calls': {
    OUTGOING_HOSTS: {
      type: {
        matches: /^(\*\.)?[\w.-]+(\s*,\s*(\*\.)?[\w.-]+)*$/,
        must: 'list host names such as api.twilio.com, *.push.apple.com, without scheme and port',
      },
      fallback: 'any host; addresses that people give us only on the public internet',
      meaning:
        'Hosts that the product may call, separated by commas ([what it calls](operating.md#outgoing-calls)); `*.example.com` is every name below. This machine is always one.',
    },
  },
  ...staffVariables,
  ...providerVariables,
  Watching: {
    METRICS_TOKEN: {
      type: 'text',
      secret: ['web', 'worker'],
      several: true,
      fallback: '`/metrics` is not there',
      meaning: 'Bearer token of `GET /metrics`.',
    },
    LOG_LEVEL: {
      type: { choice: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
      fallback: '`warn` in the demo, else `info`',
      meaning: 'The least severe lines that are logged.',
    },
    SLOW_QUERY_MS: {
      type: 'number',
      default: '500',
      meaning: 'Database queries that take longer are logged, without their values.',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: { matches: /^https?:\/\/[^\s?#]+$/, must: 'be an address such as http://127.0.0.1:4318' },
      fallback: 'no traces',
      meaning:
        'OpenTelemetry receiver of traces (OTLP over HTTP), without `/v1/traces`; http on this machine only.',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      type: {
        matches: /^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/,
        must: 'be such as "authorization=Bearer%20token"',
      },
      secret: ['web', 'worker'],
      meaning: 'Headers for the receiver: `name=value`, separated by commas, values percent-encoded.',
    },
    OTEL_SERVICE_NAME: { type: 'text', default: 'dineward', meaning: 'Name of the product in traces.' },
    OTEL_TRACES_SAMPLER_ARG: {
      type: { matches: /^(0(\.\d+)?|1(\.0+)?)$/, must: 'be a share from 0 to 1' },
      default: '0.1',
      meaning: 'Share of traces that are recorded, from 0 to 1.',
    },
  },
  'Card frame': {
    CARD_FRAME_URL: {
      type: 'origin',
      required: true,
      fallback: '`http://localhost:CARD_FRAME_PORT`',
      meaning:
        'Where browsers find the card frame, an origin of its own; https in production. Read by both processes.',
    },
    CARD_FRAME_PORT: {
      type: 'port',
      default: '3001',
      meaning: 'Port of the card frame.',
    },
    CARD_FRAME_SOCKET: {
      type: 'text',
      reader: 'card frame',
      fallback: 'listens on `CARD_FRAME_PORT`',
      meaning:
        'Path of a Unix socket that the card frame listens on in the place of its port, for a [proxy on the same machine](operating.md#deploy).',
    },
    CARD_FINGERPRINT_SECRET: {
      type: 'text',
      secret: ['card frame'],
      required: true,
      reader: 'card frame',
      fallback: 'generated in `DATA_DIR`',
      meaning:
        'Recognizes a card without storing its number. It cannot be changed: linked cards would not be recognized.',
    },
    ALLOWED_PARENTS: {
      type: 'text',
      required: true,
      reader: 'card frame',
      fallback: 'the partners’ local hosts',
      meaning: 'Origins whose pages may hold the card frame, separated by commas.',
    },
  },
  'Demo and development': {
    DEMO_SIZE: {
      type: { choice: ['small', 'large'] },
      default: 'large',
      meaning:
        'What the demo holds: `small` is the demo accounts and the work that waits for staff; `large` adds 14 months of 2,260 more members.',
    },
    DEMO_NOW: {
      type: 'time',
      example: '2026-03-01T12:00:00Z',
      forbidden: 'moves the clock and cannot be set when APP_ENV is production',
      meaning: 'ISO time at which the clock starts.',
    },
    DEV_WEB: {
      type: 'flag',
      meaning: 'Set by `npm run dev`: pages come from the source, with hot reload. Ignored in production.',
    },
    SSO_PORT: {
      type: 'port',
      default: '3002',
      reader: 'demo',
      meaning: 'Port of the demo’s identity provider.',
    },
  },
} as const satisfies Record<string, Record<string, Variable>>

export const variables = {
  ...variableGroups.Start,
  ...variableGroups.Data,
  ...variableGroups.Secrets,
  ...variableGroups['Outgoing calls'],
  ...variableGroups.Staff,
  ...variableGroups['Mail and text messages'],
  ...variableGroups['Partners and providers'],
  ...variableGroups.Watching,
  ...variableGroups['Card frame'],
  ...variableGroups['Demo and development'],
}
