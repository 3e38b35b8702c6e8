import type { Partner } from '@dineward/core/partner/partner.ts'
import { LRUCache } from 'lru-cache'
import type { Env } from '../env/env.ts'
import { checkCertificate } from './certificate-checks.ts'
import type { Finding } from './finding.ts'
import { checkDisk } from './place-checks.ts'
import { checkProviders } from './provider-checks.ts'

interface Surroundings {
  readonly partners: readonly Partner[]
  /** It is in milliseconds since 1970, by this machine. */
  readonly systemTime: () => number
  readonly timeoutMs: number
}

/** The machine's disk, the certificates that browsers see, and every provider that is configured. */
export async function checkSurroundings(
  env: Env,
  { partners, systemTime, timeoutMs }: Surroundings,
): Promise<Finding[]> {
  const now = new Date(systemTime())
  const [disk, certificate, frameCertificate, providers] = await Promise.all([
    checkDisk(env),
    checkCertificate('PUBLIC_URL', env.publicUrl, now, timeoutMs),
    checkCertificate('CARD_FRAME_URL', env.cardFrameUrl, now, timeoutMs),
    checkProviders(env, partners, timeoutMs),
  ])
  return [disk, certificate, frameCertificate, ...providers]
}

/** It is for a screen that many may have open: providers are asked once a minute at most. */
export function watchSurroundings(
  env: Env,
  partners: { all(): readonly Partner[] },
): () => Promise<Finding[]> {
  const answers = new LRUCache<'all', Finding[]>({
    max: 1,
    ttl: 60_000,
    fetchMethod: () =>
      checkSurroundings(env, { partners: partners.all(), systemTime: Date.now, timeoutMs: 3_000 }),
  })
  return async () => (await answers.fetch('all')) ?? []
}
