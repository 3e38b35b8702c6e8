import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { UploadError } from './pictures.service.ts'

const maxPages = 3
/** A printed page has this size: letters of a receipt can be read. */
const pageSize = { width: 1_200, height: 2_400 }

let library: Promise<PDFiumLibrary> | null = null

export function loadPdfium(): Promise<PDFiumLibrary> {
  library ??= PDFiumLibrary.init()
  return library
}

/**
 * Its first pages come one below the other; nothing in it runs, and of the file itself nothing stays. @throws
 * UploadError.
 */
export async function printPdf(file: Buffer): Promise<Sharp> {
  const document = await (await loadPdfium()).loadDocument(file).catch((error: unknown) => {
    // The file is not at fault: the module has come to its end.
    if (error instanceof WebAssembly.RuntimeError) throw error
    throw new UploadError('The PDF is damaged or locked.')
  })
  try {
    const count = Math.min(document.getPageCount(), maxPages)
    if (count === 0) throw new UploadError('The PDF has no pages.')
    const pages: PrintedPage[] = []
    for (let index = 0; index < count; index++) pages.push(await printPage(document.getPage(index)))
    return below(pages)
  } finally {
    document.destroy()
  }
}

interface PrintedPage {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
}

async function printPage(page: PDFiumPage): Promise<PrintedPage> {
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const scale = Math.min(pageSize.width / originalWidth, pageSize.height / originalHeight)
  const width = Math.max(1, Math.floor(originalWidth * scale))
  const height = Math.max(1, Math.floor(originalHeight * scale))
  if (!(Number.isFinite(width) && Number.isFinite(height))) throw new UploadError('The PDF is damaged.')
  const { data, ...size } = await page.render({ width, height, render: 'bitmap' })
  return { data, width: size.width, height: size.height }
}

function below(pages: readonly PrintedPage[]): Sharp {
  const width = Math.max(...pages.map(page => page.width))
  const overlays: OverlayOptions[] = []
  let top = 0
  for (const page of pages) {
    const raw = { width: page.width, height: page.height, channels: 4 } as const
    overlays.push({ input: Buffer.from(page.data), raw, top, left: 0 })
    top += page.height
  }
  const background = '#ffffff'
  return sharp({ create: { width, height: top, channels: 3, background } }).composite(overlays)
}
