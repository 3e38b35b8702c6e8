import { maxReceiptBytes } from '@dineward/core/claims/receipt.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { FastifyInstance } from 'fastify'
import { cardNumberInField } from '../../http/bodies/card-number-guard.ts'
import { receiptTooLarge } from './receipts.service.ts'

/** The limit is of a whole request: the receipt, and its form's other fields. */
const uploadBytes = maxReceiptBytes + 64 * 1024

const pieceBytes = 16 * 1024

const limits = {
  fileSize: maxReceiptBytes,
  files: 1,
  fields: 10,
  fieldSize: 8 * 1024,
  parts: 12,
  headerPairs: 20,
}

/** `multipart/form-data` becomes the body that JSON would have been. */
export function parseUploads(scope: FastifyInstance): void {
  scope.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: uploadBytes },
    (request, body, done) => {
      // A stranger's upload is not worth parsing.
      if (!request.sessionToken) return done(new AppError('unauthorized'))
      readForm(request.headers as BusboyHeaders, body).then(form => done(null, form), done)
    },
  )
}

function readForm(headers: BusboyHeaders, body: Buffer): Promise<Record<string, string>> {
  return new Promise((resolve, reject) => {
    const form: Record<string, string> = Object.create(null)
    let isRefused = false
    const refuse = (error: AppError) => {
      isRefused = true
      reject(error)
      parser.destroy()
    }
    const parser = openParser(headers)
    parser.on('field', (name, value, isNameCut, isValueCut) => {
      if (isNameCut || isValueCut) return refuse(new AppError('body_too_large'))
      const refused = cardNumberInField(name, value)
      if (refused) return refuse(refused)
      // An empty field of a form is one that was left out.
      if (value !== '') form[name] = value
    })
    const fail = (cause: Error) => reject(new AppError('validation_failed', { cause }))
    parser.on('file', (name, file) => {
      const chunks: Buffer[] = []
      // A part that is cut off fails by itself, and an error that nobody listens to ends the process.
      file.on('error', fail)
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('limit', () => refuse(receiptTooLarge()))
      file.on('end', () => {
        if (chunks.length > 0) form[name] = Buffer.concat(chunks).toString('base64')
      })
    })
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
      parser.on(limit, () => refuse(new AppError('body_too_large')))
    parser.on('error', cause => fail(cause as Error))
    parser.on('finish', () => resolve({ ...form }))
    // The body is parsed in pieces: a million parts take seconds, but the first piece already has too many.
    for (let at = 0; at < body.length && !isRefused; at += pieceBytes)
      parser.write(body.subarray(at, at + pieceBytes))
    parser.end()
  })
}

/** @throws `validation_failed` where the header names no boundary. */
function openParser(headers: BusboyHeaders) {
  try {
    return new Busboy({ headers, limits })
  } catch (cause) {
    throw new AppError('validation_failed', { cause })
  }
}
