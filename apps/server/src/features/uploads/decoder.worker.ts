import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { decodePicture } from './decode-picture.service.ts'
import { fileKind } from './file-kind.rules.ts'
import { type DecoderAnswer, UploadError } from './pictures.service.ts'
import { loadPdfium } from './print-pdf.service.ts'

/*
 * Reads strangers' files, one after the other, in a process of its own that may be killed at any time. It gets no
 * environment, so no secrets.
 */

const megabyte = 1024 * 1024
const maxBytes = Number(process.argv[2]) * megabyte
const pdfProcessorMs = Number(process.argv[3])
/** WebAssembly gives no memory back. */
const spentBytes = 400 * megabyte

// Visitors' pages come first. Only root may take back what the product was started with.
setPriority(Math.max(getPriority(), 5))
const watch = new Worker(new URL('./decoder-watch.worker.ts', import.meta.url), {
  workerData: { maxBytes, parent: process.ppid },
  execArgv: [],
})
watch.unref()

// The server ends in order, and this process with it: not at the signal that a terminal or a service manager sends both.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())
process.on('message', (file: Buffer) => answer(file).then(found => process.send?.(found)))
process.send?.('ready')

async function answer(file: Buffer): Promise<DecoderAnswer> {
  try {
    if (fileKind(file) === 'pdf') {
      // Loading it is not the file's work.
      await loadPdfium()
      watch.postMessage(pdfProcessorMs)
    }
    return { picture: await decodePicture(file), isSpent: isSpent() }
  } catch (error) {
    if (error instanceof UploadError) return { problem: error.message, isSpent: isSpent() }
    // An aborted WebAssembly module cannot be used again.
    return {
      problem: `The file is damaged: ${error instanceof Error ? error.message : error}`,
      isSpent: true,
    }
  } finally {
    watch.postMessage(null)
  }
}

const isSpent = (): boolean => process.memoryUsage.rss() > spentBytes
