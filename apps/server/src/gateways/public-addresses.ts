import { lookup as resolveHost } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/* Addresses that people give us are fetched from the public internet only, never from the network of the server. */

/** The message is a sentence. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

/** Fails for names that resolve to a forbidden address. */
export function allowedLookup(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    resolveHost(hostname, { ...options, all: true }, (error, found) => {
      const refused = error ? undefined : found.find(({ address }) => !isAllowed(address))
      if (error || refused) {
        callback(
          error ?? new PrivateAddressError(`${hostname} has a private address (${refused?.address}).`),
          '',
        )
        return
      }
      if (options.all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
}

const privateAddresses = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  privateAddresses.addSubnet(network, prefix, 'ipv4')
/** Only 2000::/3 is public; in it are tunnels that lead to any IPv4 address (6to4, Teredo). */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const tunnels = new BlockList()
tunnels.addSubnet('2001::', 32, 'ipv6')
tunnels.addSubnet('2002::', 16, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !privateAddresses.check(address, 'ipv4')
  return publicIpv6.check(address, 'ipv6') && !tunnels.check(address, 'ipv6')
}
