import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Clients go by their address: an IPv6 network of /64 counts as one. */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = ip.startsWith(mapped) && ip.includes('.') ? ip.slice(mapped.length) : ip
  // Reading an address of IPv6 takes as long as answering a cached page.
  return address.includes(':') ? normalizeIP(address) : address
}

/** How a socket for both kinds of addresses names one of IPv4. */
const mapped = '::ffff:'

export interface Allowance {
  readonly max: number
  /** It is in milliseconds. */
  readonly timeWindow: number
}

export interface Allowances {
  /** Use an amount of the key's allowance. @returns false past it, and then uses nothing. */
  take(key: string, amount: number): boolean
}

/** More keys are an attack: the least recently used are evicted. */
const maxKeys = 50_000

/**
 * An amount per key and window of time, which begins at its first use. For what a process itself runs out of; `SharedLimit`
 * is for what attackers must not get more of from more processes.
 */
export function createAllowances({ max, timeWindow }: Allowance): Allowances {
  // It is made at the first use: it takes the memory for all keys at once.
  let used: LRUCache<string, { amount: number }> | undefined
  return {
    take(key, amount) {
      used ??= new LRUCache({ max: maxKeys, ttl: timeWindow })
      const entry = used.get(key) ?? { amount: 0 }
      if (entry.amount + amount > max) return false
      if (entry.amount === 0) used.set(key, entry)
      entry.amount += amount
      return true
    },
  }
}
