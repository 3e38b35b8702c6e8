import { AppError } from '@dineward/core/shared/errors.ts'
import type { Gateways } from '../../gateways/gateways.ts'

export interface UploadContext {
  readonly gateways: Pick<Gateways, 'malwareScanner'>
}

const tryLater = 'We cannot check files right now. Please try again in a few minutes.'

/** Before a decoder has it. What could not be scanned is refused for now. @throws `file_infected`, `unavailable`. */
export async function scanFile({ gateways }: UploadContext, file: Buffer): Promise<void> {
  const scanning = gateways.malwareScanner?.scan(file)
  const found = await scanning?.catch((cause: unknown) => {
    throw new AppError('unavailable', { message: tryLater, cause })
  })
  if (found) throw new AppError('file_infected', { concern: { found } })
}
