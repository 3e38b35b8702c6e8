import { isAscii } from 'node:buffer'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export const encodingNames: Record<TextEncoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
}

/**
 * By the mark, else by the bytes: UTF-16 has a zero in nearly every pair, and text of Windows-1252 has letters with accents
 * that are nowhere UTF-8. Read to the first character that only UTF-8 has. @returns null for none of them.
 */
export async function encodingOf(bytes: AsyncIterable<Buffer>): Promise<TextEncoding | null> {
  let isFirst = true
  let hasOtherBytes = false
  let hasUnusedBytes = false
  let tail = ''
  for await (const chunk of bytes) {
    const wide = isFirst ? wideEncodingOf(chunk) : null
    if (wide) return wide
    isFirst = false
    if (isAscii(chunk) && tail === '') continue
    // What may be the beginning of a character at the end of a chunk is looked at again with the next one.
    const text = tail + chunk.toString('latin1')
    if (utf8Character.test(text)) return 'utf-8'
    hasOtherBytes ||= !isAscii(chunk)
    hasUnusedBytes ||= unusedInWindows1252.test(text)
    tail = /[\x80-\xff]{1,3}$/.exec(text)?.[0] ?? ''
  }
  if (!hasOtherBytes) return 'utf-8'
  return hasUnusedBytes ? null : 'windows-1252'
}

const utf8Character = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/
const unusedInWindows1252 = /[\x81\x8d\x8f\x90\x9d]/

function wideEncodingOf(chunk: Buffer): TextEncoding | null {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be'
  const head = chunk.subarray(0, 400)
  const zeros = [0, 1].map(half => head.filter((byte, at) => at % 2 === half && byte === 0).length)
  const [even, odd] = zeros.map(count => count / (head.length / 2)) as [number, number]
  if (odd > 0.7 && even < 0.1) return 'utf-16le'
  return even > 0.7 && odd < 0.1 ? 'utf-16be' : null
}
