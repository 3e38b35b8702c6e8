export type FileKind = 'jpeg' | 'png' | 'webp' | 'heif' | 'tiff' | 'gif' | 'pdf'

const heifBrands = /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1|avif|avis)$/

/** By its first bytes, before a decoder sees it: names and media types are what the sender says. Null: any other. */
export function fileKind(file: Uint8Array): FileKind | null {
  const start = Buffer.from(file.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('RIFF') && start.slice(8) === 'WEBP') return 'webp'
  if (start.slice(4, 8) === 'ftyp' && heifBrands.test(start.slice(8))) return 'heif'
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return 'tiff'
  if (start.startsWith('GIF8')) return 'gif'
  return start.startsWith('%PDF-') ? 'pdf' : null
}
