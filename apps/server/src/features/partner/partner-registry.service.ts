import {
  buildPartner,
  type Partner,
  type PartnerOverrides,
  problemSentence,
} from '@dineward/core/partner/partner.ts'
import type { Problem } from '@dineward/core/partner/problem.ts'
import { LRUCache } from 'lru-cache'

/** Why something cannot be in force: sentences for those who wrote it. */
export class OverridesRefused extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[], sentences: readonly string[]) {
    super(sentences.join('\n'))
    this.name = 'OverridesRefused'
    this.problems = problems
  }
}

export interface PartnerRegistry {
  all(): readonly Partner[]
  bySlug(slug: string): Partner | null
  /** It is null for an unknown host: the caller answers 421. */
  byHost(host: string): Partner | null
  /** Scheme and first host of a partner's site, for mails: a request's host is its sender's choice. */
  siteOf(partner: Partner): string
  add(partner: Partner): void
  /** @throws in words when it could not be added: a host name is another's. */
  checkAdded(partner: Partner): void
  /** It checks them without applying them. @throws in words when they are invalid. */
  checkOverrides(slug: string, overrides: PartnerOverrides): Partner
  /** @throws, and changes nothing, when they are invalid. */
  applyOverrides(slug: string, overrides: PartnerOverrides): Partner
}

export interface PartnerRegistryOptions {
  /** Localhost and loopback addresses go to it. */
  readonly defaultSlug: string
  /** Only the host names that partners list, as in staging and production. */
  readonly byHostNames: boolean
  /** Else `{slug}.baseHost` is that partner. */
  readonly baseHost?: string
  /** This is the product's address; its scheme and port are those of every partner without host names. */
  readonly publicUrl?: string
}

export function createPartnerRegistry(
  partners: readonly Partner[],
  {
    defaultSlug,
    byHostNames,
    baseHost = 'localhost',
    publicUrl = 'http://localhost',
  }: PartnerRegistryOptions,
): PartnerRegistry {
  const slugs = new Map<string, Partner>()
  for (const partner of partners) slugs.set(partner.slug, partner)
  let hosts = hostsOf(slugs.values())
  if (!slugs.has(defaultSlug)) {
    throw new Error(`DEFAULT_PARTNER is "${defaultSlug}", but there is no folder partners/${defaultSlug}`)
  }

  /** Validate first: which of two partners claims a host must not depend on their order. */
  function put(partner: Partner): Partner {
    hosts = hostsOf(withPartner(partner).values())
    slugs.set(partner.slug, partner)
    return partner
  }

  const withPartner = (partner: Partner) => new Map(slugs).set(partner.slug, partner)

  function checkOverrides(slug: string, overrides: PartnerOverrides): Partner {
    const current = slugs.get(slug)
    if (!current) throw new Error(`there is no partner "${slug}"`)
    const built = buildPartner(current.source, overrides)
    if (!built.ok) {
      const sentences = built.problems.map(problem => `overrides of ${slug}: ${problemSentence(problem)}`)
      throw new OverridesRefused(built.problems, sentences)
    }
    hostsOf(withPartner(built.partner).values())
    return built.partner
  }

  return {
    all: () => [...slugs.values()],
    bySlug: slug => slugs.get(slug) ?? null,
    byHost(host) {
      const name = hostName(host)
      if (name === null) return null
      if (byHostNames) return hosts.get(name) ?? null
      if (isLoopback(name) || name === baseHost) return slugs.get(defaultSlug) ?? null
      if (!name.endsWith(`.${baseHost}`)) return null
      return slugs.get(name.slice(0, -baseHost.length - 1)) ?? null
    },
    siteOf({ slug, settings }) {
      const [host] = settings.hostNames
      if (byHostNames && host) return `https://${host}`
      const { protocol, port } = new URL(publicUrl)
      return `${protocol}//${slug}.${baseHost}${port && `:${port}`}`
    },
    add(partner) {
      put(partner)
    },
    checkAdded(partner) {
      hostsOf(withPartner(partner).values())
    },
    checkOverrides,
    applyOverrides: (slug, overrides) => put(checkOverrides(slug, overrides)),
  }
}

function hostsOf(partners: Iterable<Partner>): Map<string, Partner> {
  const hosts = new Map<string, Partner>()
  for (const partner of partners) {
    for (const name of partner.settings.hostNames) {
      const other = hosts.get(name)
      if (other) {
        const message = `"${name}" is also ${other.slug}'s`
        const sentence = `partners/${partner.slug}/settings.json: hostNames — ${message}`
        throw new OverridesRefused([{ path: 'hostNames', message }], [sentence])
      }
      hosts.set(name, partner)
    }
  }
  return hosts
}

/** Each request asks. */
const hostNames = new LRUCache<string, { readonly name: string | null }>({
  max: 1_000,
  memoMethod: host => ({ name: readHostName(host) }),
})

const hostName = (host: string): string | null => hostNames.memo(host).name

/** The name is in lower case, without port and final dot; null is for what cannot be a host. */
function readHostName(host: string): string | null {
  const [, name, port] = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+?)\.?(?::(\d{1,5}))?$/i.exec(host) ?? []
  return name === undefined || Number(port ?? 0) > 65_535 ? null : name.toLowerCase()
}

const isLoopback = (name: string): boolean => name === 'localhost' || name === '127.0.0.1' || name === '[::1]'
