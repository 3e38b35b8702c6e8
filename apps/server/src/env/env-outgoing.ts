import { isLoopback, outgoingProblem } from '../gateways/outgoing-calls.ts'
import { byPartner, listOf } from './env-values.ts'

interface OutgoingValues {
  readonly OUTGOING_HOSTS: string | undefined
  readonly SMTP_URL: string | undefined
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined
  readonly SSO_ISSUERS: string | undefined
  readonly STAFF_SSO_ISSUER: string | undefined
  readonly GOOGLE_CLIENT_SECRETS: string | undefined
  readonly GOOGLE_ISSUER: string
  readonly APPLE_SIGN_IN_KEYS: string | undefined
  readonly APPLE_ISSUER: string
  readonly BREACHED_PASSWORDS_URL: string | undefined
  readonly MALWARE_SCANNER_URL: string | undefined
  readonly CONTENT_URL: string
  readonly CONTENT_TOKENS: string | undefined
  readonly RECAPTCHA_SECRETS: string | undefined
}

type Provider = { readonly url: string } | null
type Providers = Readonly<
  Record<'twilio' | 'oneSignal' | 'tremendous' | 'photoStore' | 'exportStore', Provider>
>

/** Everything that is configured to be called goes by TLS beyond this machine, and is on the list where there is one. */
export function readOutgoingHosts(
  values: OutgoingValues,
  { twilio, oneSignal, tremendous, photoStore, exportStore }: Providers,
  problems: string[],
): string[] {
  const hosts = listOf(values.OUTGOING_HOSTS?.toLowerCase())
  const called: [variable: string, address: string | undefined][] = [
    ['SMTP_URL', values.SMTP_URL],
    ['TWILIO_URL', twilio?.url],
    ['ONESIGNAL_URL', oneSignal?.url],
    ['TREMENDOUS_URL', tremendous?.url],
    ['PHOTO_STORE_URL', photoStore?.url],
    ['EXPORT_STORE_URL', exportStore?.url],
    ['BREACHED_PASSWORDS_URL', values.BREACHED_PASSWORDS_URL],
    ['MALWARE_SCANNER_URL', values.MALWARE_SCANNER_URL],
    ['CONTENT_URL', values.CONTENT_TOKENS && values.CONTENT_URL],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', values.OTEL_EXPORTER_OTLP_ENDPOINT],
    ['RECAPTCHA_SECRETS', values.RECAPTCHA_SECRETS && 'https://www.google.com'],
    ['STAFF_SSO_ISSUER', values.STAFF_SSO_ISSUER],
    ['GOOGLE_ISSUER', values.GOOGLE_CLIENT_SECRETS && values.GOOGLE_ISSUER],
    ['APPLE_ISSUER', values.APPLE_SIGN_IN_KEYS && values.APPLE_ISSUER],
    ...[...byPartner(values.SSO_ISSUERS).values()].map((url): [string, string] => ['SSO_ISSUERS', url]),
  ]
  for (const [variable, address] of called) {
    // What is no address at all has its own sentence.
    const problem = address && URL.canParse(address) ? outgoingProblem(address, hosts) : null
    if (problem) problems.push(`${variable} ${problem}.`)
  }
  if (values.SMTP_URL && sendsInTheClear(values.SMTP_URL))
    problems.push('SMTP_URL says ignoreTLS, which is for a mail server on this machine only.')
  return hosts
}

function sendsInTheClear(address: string): boolean {
  const url = URL.parse(address)
  return url?.searchParams.get('ignoreTLS') === 'true' && !isLoopback(url.hostname)
}
