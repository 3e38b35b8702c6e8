import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

const inflated = promisify(inflate)

/** What a receipt has no use for: it runs, opens, sends or hides something. Encrypted files cannot be checked. */
const refusedNames =
  /\/(?:JavaScript|Launch|Rendition|RichMedia|EmbeddedFiles?|SubmitForm|ImportData|Encrypt)(?=[\s/<>()[\]{}%]|$)/
/** So short that they appear in the bytes of pictures. */
const shortNames = /\/(?:JS|XFA|Movie|GoToE|GoToR)(?=[\s/<>()[\]{}%]|$)/
/** Filters that a compressed list of objects could hide behind. */
const otherFilters = /\/(?:LZWDecode|LZW|ASCII85Decode|A85|ASCIIHexDecode|AHx|RunLengthDecode|RL|Crypt)\b/
const maxStreams = 2_000
const maxInflatedBytes = 32 * 1024 * 1024

export const isPdf = (file: Buffer): boolean => file.subarray(0, 5).toString('latin1') === '%PDF-'

/** @returns a sentence where the file is cut off, or can do more than be looked at. */
export async function pdfProblem(file: Buffer): Promise<string | null> {
  const text = file.toString('latin1')
  if (!text.includes('%%EOF')) return 'The PDF is not complete.'
  const plain = withoutNameEscapes(text)
  const hidesObjects = plain.includes('/ObjStm') && otherFilters.test(plain)
  const isRefused =
    hidesObjects ||
    refusedNames.test(plain) ||
    shortNames.test(withoutStreams(plain)) ||
    (await hasRefusedStream(file, text))
  if (isRefused)
    return 'The PDF contains scripts, links to files, or is locked. Send a picture, or print it to a new PDF.'
  return null
}

/** `/J#61vaScript` is `/JavaScript`. */
function withoutNameEscapes(text: string): string {
  return text.replace(/#([\da-f]{2})/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Bytes of pictures look like anything. */
const withoutStreams = (text: string): string => text.replace(/\bstream\r?\n[\s\S]*?\bendstream\b/g, ' ')

/** Lists of objects are compressed. */
async function hasRefusedStream(file: Buffer, text: string): Promise<boolean> {
  let left = maxInflatedBytes
  let count = 0
  for (const { 0: start, index } of text.matchAll(/\bstream\r?\n/g)) {
    if (++count > maxStreams) return true
    const from = index + start.length
    // A zlib stream begins with 0x78 or another method of 8.
    if ((file[from]! & 0x0f) !== 8) continue
    const end = text.indexOf('endstream', from)
    const content = await inflateStream(file.subarray(from, end < 0 ? file.length : end), left)
    if (content === null) return true
    left -= content.length
    const names = withoutNameEscapes(content.toString('latin1'))
    if (refusedNames.test(names) || shortNames.test(names)) return true
  }
  return false
}

/** Null where it is too large or damaged: viewers read more than we do. Empty where it is compressed otherwise. */
async function inflateStream(compressed: Buffer, maxOutputLength: number): Promise<Buffer | null> {
  try {
    return await inflated(compressed, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    return /incorrect header|invalid window/.test((error as Error).message) ? Buffer.alloc(0) : null
  }
}
