import { createHmac } from 'node:crypto'
import { AppError } from '@dineward/core/shared/errors.ts'
import { equalsAny } from '../../secrets/constant-time.ts'
import { keysFor } from '../../secrets/secret-keys.ts'

interface CursorOf {
  /** Method and path, so that a cursor of one list is none of another. */
  readonly list: string
  readonly partnerId: string
  /** The first one signs. */
  readonly secrets: readonly string[]
}

/** Where the page after this one begins. It is signed: one that was edited is refused. */
export function writeCursor(position: readonly string[], of: CursorOf): string {
  const text = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${text}.${marksOf(text, of)[0]}`
}

/** @throws `cursor_invalid` */
export function readCursor(cursor: string | undefined, of: CursorOf): readonly string[] | null {
  if (cursor === undefined) return null
  const [text = '', mark = ''] = cursor.split('.')
  if (!equalsAny(mark, marksOf(text, of))) throw new AppError('cursor_invalid')
  return JSON.parse(Buffer.from(text, 'base64url').toString())
}

const marksOf = (text: string, { list, partnerId, secrets }: CursorOf): string[] =>
  keysFor('cursor of the partner API', secrets).map(key =>
    createHmac('sha256', key).update(`${partnerId} ${list} ${text}`).digest('base64url').slice(0, 16),
  )
