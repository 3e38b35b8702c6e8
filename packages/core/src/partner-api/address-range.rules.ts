/** Whether a text is an address of IPv4 or IPv6, or a range of them in CIDR notation. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const most = /^\d{1,3}(\.\d{1,3}){3}$/.test(address) ? 32 : 128
  if (more.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
    return false
  return most === 32 ? isIpv4(address) : isIpv6(address)
}

const isIpv4 = (address: string) => address.split('.').every(part => Number(part) <= 255)

function isIpv6(address: string): boolean {
  if (!/^[\da-f:]{2,39}$/i.test(address)) return false
  return URL.canParse(`http://[${address}]`)
}
