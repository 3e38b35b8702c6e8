import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))

/** One page whose content is the stream, encoded as its entries say. */
export function pdfOf(content: Buffer | string, entries = '', others = ''): Buffer {
  const stream = Buffer.from(content as string)
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R ${others}>> endobj\n` +
        '2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj\n' +
        '3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents 4 0 R>> endobj\n' +
        `4 0 obj <</Length ${stream.length} ${entries}>>\nstream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
  ])
}

const megabyte = 1024 * 1024
const filledSvg = (unit: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${unit.repeat((4 * megabyte) / unit.length)}</svg>`

/** PNG says its size at its start. */
function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** Files of strangers that are small and take long, much memory, or both. */
export const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'a PDF of streams without an end, 960 KB': () =>
    Buffer.from(`%PDF-1.4\n${'stream\n'.repeat(137_142)}%%EOF`),
  'a PDF of escaped letters, 5 MB': () =>
    Buffer.from(`%PDF-1.4\n${'#41'.repeat((5 * megabyte - 20) / 3)}%%EOF`),
  'a PDF whose page inflates twice, to 1 GB': () =>
    pdfOf(
      deflateSync(deflateSync(Buffer.alloc(1024 * megabyte, 'q '))),
      '/Filter [/FlateDecode /FlateDecode]',
    ),
  'a PDF that draws five million lines': () =>
    pdfOf(deflateSync('0 0 m 200 300 l S '.repeat(5_000_000)), '/Filter /FlateDecode'),
  'a PDF of fine dashes, 36 KB': () => pdfOf(`[.01 .01] 0 d ${'0 0 m 200 300 l S '.repeat(2_000)}`),
  'a HEIC of 12 megapixels, 3 KB': () => fixture('12-megapixels.heic'),
  'a HEIC of 48 megapixels, 11 KB': () => fixture('48-megapixels.heic'),
  'an SVG of groups, 4 MB': () => Buffer.from(filledSvg('<g><path d="M0 0L1 1"/></g>')),
  'an SVG of texts, 4 MB': () => Buffer.from(filledSvg('<text>a</text>')),
  'a PNG that claims 900 megapixels': () => pngOf(30_000, 30_000),
  'a PNG that claims 49 megapixels': () => pngOf(7_000, 7_000),
}
