import { createHmac } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import { keysFor } from '../../secrets/secret-keys.ts'

/** What the security log has of people whom it must not name. */
export interface Marks {
  /** Of the network that an address is in. */
  client(address: string): string
  /** Of a name that was tried. */
  tried(name: string): string
}

/** With a key of their own, so that trying all networks does not lead back to one. A new secret makes other marks. */
export function createMarks(secrets: readonly string[]): Marks {
  const [key] = keysFor('marks of the security log', secrets)
  if (!key) throw new Error('The security log has no secret.')
  const markOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 16)
  return {
    client: address => markOf(`client:${networkOf(address)}`),
    tried: name => markOf(`tried:${name}`),
  }
}

/** The network is /24 of IPv4, /48 of IPv6: what one network's owner usually has. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
  return plain.includes(':') ? normalizeIP(plain, 48) : plain.split('.').slice(0, 3).join('.')
}
